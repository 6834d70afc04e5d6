package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
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

/** The Pareto front knows the direction of each metric that has one. */
class TestFrontInBrowser {

  private static final String GREEN =
      "JSON.stringify(state.charts.get('parallel-chart').getOption().visualMap[0].inRange)"
          + ".includes('#1f9d6b')";

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

  @Test
  void bothAxesTakeTheDirectionsThatAProgramDeclares() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path first = widths("first");
    Path second = widths("second");
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      open(browser, first);
      assertThat(checked(browser, "pareto-x-high")).as("a higher acc is better").isTrue();
      assertThat(note(browser))
          .startsWith(
              "The line joins 1 of 3 cells: by higher acc and lower loss, no other has better means"
                  + " in both.");
      choose(browser, "norm");
      assertThat(checked(browser, "pareto-x-high")).as("norm has no direction").isFalse();
      choose(browser, "acc");
      assertThat(note(browser)).startsWith("The line joins 1 of 3 cells: by higher acc");

      open(browser, first, "--metric", "acc");
      assertThat(note(browser)).startsWith("The line joins 1 of 3 cells: by lower loss and higher");
      open(browser, first, second);
      assertThat(note(browser))
          .startsWith("The line joins 2 of 6 cells, each sweep's apart: by higher acc");
    }
  }

  /** A metric that describes a model has no colour of the better end. */
  @Test
  void parallelCoordinatesOfAMetricWithoutDirectionHaveNoBetterEnd() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path widths = widths("first");
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      open(browser, widths, "--metric", "norm");
      assertThat(browser.evaluate(GREEN).asBoolean()).as("norm").isFalse();
      open(browser, widths, "--metric", "acc");
      assertThat(browser.evaluate(GREEN).asBoolean()).as("acc").isTrue();
    }
  }

  /** Three cells of which the widest is best in both: acc is 1 - loss. */
  private Path widths(String name) throws Exception {
    Path directory = folder.resolve(name);
    SweepHeader header =
        new SweepHeader(
                name + "-0",
                name,
                "sweep: " + name + "\n",
                0,
                6,
                new Objective("loss", Objective.Goal.MINIMIZE),
                0,
                1,
                new TreeMap<>())
            .reporting(
                List.of(Metric.lower("loss", "", "loss"), Metric.higher("acc", "", "right")));
    try (RecordedSweep sweep = RecordedSweep.in(directory, header)) {
      for (int width = 1; width <= 3; width++) {
        for (int seed = 0; seed < 2; seed++) {
          double loss = 0.8 - 0.2 * width + 0.01 * seed;
          Map<String, Double> values = Map.of("loss", loss, "acc", 1 - loss, "norm", 0.0);
          sweep.finished(Map.of("width", String.valueOf(width)), seed, values);
        }
      }
      sweep.completed();
    }
    return directory;
  }

  private void open(Browser browser, Object... of) {
    Path html = folder.resolve("page.html");
    List<Object> words = new ArrayList<>(List.of("report"));
    words.addAll(List.of(of));
    words.addAll(List.of("--html", html));
    Printed.attune(words.toArray());
    browser.go(html.toUri().toString(), false);
  }

  private static void choose(Browser browser, String metric) {
    browser.evaluate(
        """
        $('pareto-x').value = String(state.data.metrics.indexOf('%s')),
        $('pareto-x').dispatchEvent(new Event('change')), 0"""
            .formatted(metric));
  }

  private static boolean checked(Browser browser, String id) {
    return browser.evaluate("document.getElementById('" + id + "').checked").asBoolean();
  }

  private static String note(Browser browser) {
    return browser.evaluate("document.getElementById('pareto-note').textContent").asText();
  }
}
