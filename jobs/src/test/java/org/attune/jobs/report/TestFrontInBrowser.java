package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.Metric;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Pareto front knows the direction of the metric that the user asks for. */
class TestFrontInBrowser {

  @TempDir Path folder;

  @Test
  void itOpensOnTheBetterDirectionOfTheMetric() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Objective latency = new Objective("latency", Objective.Goal.MINIMIZE);
    SweepHeader header =
        new SweepHeader("sizes-0", "sizes", "sweep: sizes\n", 0, 2, latency, 0, 1, new TreeMap<>())
            .reporting(List.of(Metric.higher("accuracy", "", "right answers")));
    try (RecordedSweep sweep = RecordedSweep.in(folder, header)) {
      sweep.finished(Map.of("size", "1"), 0, Map.of("latency", 1.0, "accuracy", 0.1));
      sweep.finished(Map.of("size", "2"), 0, Map.of("latency", 2.0, "accuracy", 0.2));
      sweep.completed();
    }
    Path html = folder.resolve("accuracy.html");
    Printed.attune("report", folder, "--metric", "accuracy", "--html", html);
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);

      assertThat(browser.evaluate("document.getElementById('pareto-y-high').checked").asBoolean())
          .isTrue();
      assertThat(browser.evaluate("document.getElementById('pareto-note').textContent").asText())
          .startsWith("The line joins 2 of 2 cells");
    }
  }
}
