package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report's curves and table where a stopped trial diverged. */
class TestCurvesInBrowser {

  @TempDir Path folder;

  @Test
  void oneCurveThatDivergedDoesNotFlattenTheOthers() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path runs = folder.resolve("runs");
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(runs, "diverged", loss)) {
      for (int cell = 0; cell < 7; cell++) {
        double last = 1 + 0.01 * cell;
        sweep.finished(
            Map.of("lr", String.valueOf(cell)),
            0,
            Map.of("loss", last),
            2.3 + last / 10,
            1.5,
            last);
      }
      sweep.stopped(Map.of("lr", "9"), 0, Map.of("loss", 60.0), 2.4, 60).completed();
    }
    Path html = folder.resolve("page.html");
    assertThat(Ran.attune("report", runs.toString(), "--html", html.toString()).exit()).isZero();
    try (Browser browser = Browser.open(Browser.program().get(), folder.resolve("p"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);

      assertThat(
              browser
                  .evaluate(
                      "echarts.getInstanceByDom(document.getElementById('curve-chart'))"
                          + ".getOption().yAxis[0].max")
                  .asDouble())
          .isBetween(2.3, 3.0);
      assertThat(browser.evaluate("document.getElementById('curve-note').textContent").asText())
          .contains(
              "The scale suits most curves: 1 curve leaves it. The logarithmic scale has all.");
      assertThat(browser.evaluate("document.getElementById('trial-table').innerText").asText())
          .contains("60 at step ");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
