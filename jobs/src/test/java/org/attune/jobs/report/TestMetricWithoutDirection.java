package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a metric that describes a model no value is best, and no cell. */
class TestMetricWithoutDirection {

  @TempDir Path folder;

  /** The loss is best at 0.01 with a gate and at 0.001 without; the norm is smallest elsewhere. */
  @BeforeEach
  void record() throws Exception {
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int seed = 0; seed < 5; seed++) {
        finished(sweep, "none", "0.001", seed, 1, 9);
        finished(sweep, "none", "0.01", seed, 2, 5);
        finished(sweep, "learned", "0.001", seed, 2, 3);
        finished(sweep, "learned", "0.01", seed, 1, 7);
      }
      sweep.completed();
    }
  }

  private static void finished(
      RecordedSweep sweep, String gate, String rate, int seed, double loss, double norm) {
    Map<String, Double> metrics =
        Map.of("loss", loss + 0.01 * seed, "norm", norm * (1 + 0.01 * seed));
    sweep.finished(Map.of("gate", gate, "train.learning-rate", rate), seed, metrics);
  }

  @Test
  void eachCellIsTakenWhereTheObjectiveIsBest() {
    assertThat(Printed.attune("analyze", folder, "--metric", "norm"))
        .contains(
            "norm, cell less control, paired by seed, each at its best train.learning-rate by loss"
                + " (values chosen on the same seeds)\n")
        .containsPattern(
            "gate=learned +gate=none +learning-rate=0.01 +learning-rate=0.001 +-2.* different\n")
        .doesNotContain("best-over");
  }

  @Test
  void theReportSaysThatNoCellIsBest() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path html = folder.resolve("norm.html");
    Printed.attune("report", folder, "--metric", "norm", "--html", html);
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);

      assertThat(browser.evaluate("document.getElementById('verdict').innerText").asText())
          .startsWith(
              "gate=learned is different from gate=none. Neither direction of norm is better: no cell"
                  + " is best. Each cell is shown beside the control.");
      assertThat(Printed.attune("analyze", folder)).contains("20 finished trials, 2 cells in 4");
      assertThat(browser.evaluate("document.getElementById('tiles').innerText").asText())
          .contains("2\ncells in 4 settings");
      assertThat(browser.evaluate("document.getElementById('pareto-note').innerText").asText())
          .contains(" of 4 settings: by ");
    }
  }
}
