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

/** The page of a sweep whose rule stopped all trials of two gates, and left those of a third. */
class TestStoppedTrialsInBrowser {

  @TempDir Path folder;

  @BeforeEach
  void stopTwoGates() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder.resolve("runs"), "stopped", loss)) {
      for (int i = 0; i < 24; i++) {
        String gate = i < 8 ? "learned" : i < 16 ? "none" : "computed";
        Map<String, String> cell = Map.of("gate", gate, "train.learning-rate", "0.00" + (101 + i));
        double early = 1 + .1 * i;
        double late = .5 + .01 * (i * 7 % 5);
        if (i < 8) {
          sweep.finished(cell, 0, Map.of("validation_loss", late), early, late);
        } else {
          sweep.stopped(cell, 0, Map.of("validation_loss", early), early);
        }
      }
      sweep.completed();
    }
    Printed.attune("report", folder.resolve("runs"), "--html", folder.resolve("report.html"));
  }

  private Browser page() throws Exception {
    Browser browser = Browser.open(Browser.program().get(), folder.resolve("profile"), 1400, 900);
    browser.go(folder.resolve("report.html").toUri().toString(), false);
    assertThat(browser.complaints()).isEmpty();
    return browser;
  }

  /** The answer is that of {@code analyze}; no card of the survivors contradicts it. */
  @Test
  void onlyOneAnswerSaysWhichAxesMatter() throws Exception {
    String answer =
        Printed.attune("analyze", folder.resolve("runs"))
            .lines()
            .filter(line -> line.startsWith("which axes matter: "))
            .findFirst()
            .orElseThrow();
    try (Browser browser = page()) {
      assertThat(browser.evaluate("document.getElementById('axes').innerText").asText())
          .contains(answer.substring(1), "step 10")
          .doesNotContain("What each axis explains", "Importances: none");
      assertThat(browser.evaluate("document.getElementById('verdict').innerText").asText())
          .doesNotContain("Axes shown");
      assertThat(
              browser
                  .evaluate(
                      "state.charts.get('forest-chart').getOption().series[0].data.length > 0")
                  .asBoolean())
          .as("the shares at the step that answers are drawn")
          .isTrue();
    }
  }

  /** Grey, at their last value, with a legend entry: no gate looks as if nobody had tried it. */
  @Test
  void stoppedTrialsAreDrawnGreyAtTheirLastValue() throws Exception {
    try (Browser browser = page()) {
      assertThat(stopped(browser, "parallel", "d => d.join()"))
          .hasSize(16)
          .allMatch(line -> line.contains("none") || line.contains("computed"));
      assertThat(stopped(browser, "slice", "d => d.join()"))
          .hasSize(16)
          .allMatch(dot -> dot.contains("-"));
      assertThat(stopped(browser, "contour", "d => String(d.value[2])")).contains("1.85", "3.25");
      browser.screenshot(Path.of("target/report/stopped.png"), 1400, 3600);
      browser.resize(420, 900);
      browser.go(folder.resolve("report.html").toUri().toString(), false);
      browser.screenshot(Path.of("target/report/stopped-420.png"), 420, 5600);
    }
  }

  private static String[] stopped(Browser browser, String chart, String of) {
    return browser
        .evaluate(
            """
            (o => {
              const series = o.series.find(s => o.legend[0].data.some(entry => (entry.name || entry) === s.name) && /stopped/.test(s.name));
              return series.data.map(%s).join('\\n');
            })(state.charts.get('%s-chart').getOption())"""
                .formatted(of, chart))
        .asText()
        .split("\n");
  }
}
