package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A grid that is not over has no importances; terminal, JSON and page give the same reason. */
class TestNoImportances {

  private static final String REASON =
      "none yet; they need 12 different cells, or a full grid without open trials, and some spread";

  @TempDir Path folder;

  private Path runs;

  @BeforeEach
  void aGridThatIsNotOver() throws Exception {
    runs = folder.resolve("runs");
    try (RecordedSweep sweep =
        RecordedSweep.in(runs, "four", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "learned")) {
        for (String rate : List.of("1", "2")) {
          sweep.finished(Map.of("gate", gate, "rate", rate), 0, Map.of("loss", gate.length() + 1.));
        }
      }
      sweep.running(Map.of("gate", "none", "rate", "1"), 1).flush();
    }
  }

  @Test
  void theTerminalAndJsonSayWhy() throws Exception {
    assertThat(Ran.attune("analyze", runs.toString()).output()).contains("importances: " + REASON);
    String json = Ran.attune("analyze", runs.toString(), "--json").output();
    assertThat(new ObjectMapper().readTree(json).get("no_importances").asText()).isEqualTo(REASON);
  }

  @Test
  void thePageSaysWhy() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path html = folder.resolve("four.html");
    Ran ran = Ran.attune("report", runs.toString(), "--html", html.toString());
    assertThat(ran.exit()).as(ran.error()).isZero();
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.evaluate("document.getElementById('forest-chart').textContent").asText())
          .isEqualTo("Importances: " + REASON + ".");
    }
  }
}
