package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.OddSweeps;
import org.attune.jobs.OddSweepsOnce;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The report in a real browser: it complains of nothing, asks no host for anything, its charts are
 * drawn, brushing narrows the table, and the keyboard reaches it. Pictures are kept in {@code
 * target/report}.
 */
@ExtendWith(OddSweepsOnce.class)
class TestReportInBrowser {

  private static final Path PICTURES = Path.of("target", "report");
  private static final List<String> CHARTS =
      List.of("curve", "parallel", "effect", "slice", "pareto", "best", "reached", "timeline");

  @TempDir Path folder;
  private String program;

  @BeforeEach
  void find() {
    boolean there = Browser.program().isPresent();
    if (!there) {
      System.err.println("skipped: no Chromium here to open the report with");
    }
    assumeTrue(there, "no Chromium here");
    program = Browser.program().get();
  }

  /** Cells of a gate, a rate and a depth, two seeds each; some stopped, some failed. */
  private Path page(String name, int cells, int axes) throws Exception {
    Random random = new Random(5);
    Path runs = folder.resolve(name);
    List<String> gates = List.of("none", "learned", "from-query", "computed");
    try (RecordedSweep sweep =
        RecordedSweep.in(runs, name, new Objective("validation_loss", Objective.Goal.MINIMIZE))) {
      for (int i = 0; i < cells; i++) {
        Map<String, String> cell = new TreeMap<>(Map.of("task", "text", "model.width", "64"));
        cell.put("attention.gate", gates.get(i % 4));
        double rate = Math.pow(10, -4 + 3 * random.nextDouble());
        int depth = 1 + random.nextInt(4);
        if (axes > 1) {
          cell.put("train.learning-rate", String.format(Locale.ROOT, "%.9e", rate));
          cell.put("model.layers", String.valueOf(depth));
        }
        double mean =
            0.7
                - (i % 4 == 1 ? 0.05 : 0)
                + (axes > 1 ? 0.05 * Math.abs(Math.log10(rate) + 2.5) : 0);
        for (int seed = 0; seed < 2; seed++) {
          double loss = mean + 0.01 * random.nextGaussian();
          Map<String, Double> metrics =
              Map.of(
                  "validation_loss",
                  loss,
                  "parameters",
                  1e5 * (axes > 1 ? depth : 1) + 10 * (i % 4),
                  "state_bytes",
                  Math.pow(2, 10 + i % 4));
          double[] curve = {2, loss + 0.5, loss + 0.1, loss};
          if (cells > 10 && random.nextInt(12) == 0) {
            sweep.failed(cell, seed, Cause.DIVERGENCE, "the loss is NaN at step " + i % 3);
          } else if (cells > 10 && random.nextInt(8) == 0) {
            sweep.stopped(cell, seed, metrics, 2, loss + 0.5);
          } else {
            sweep.finished(cell, seed, metrics, curve);
          }
        }
      }
      sweep.completed();
    }
    Path html = folder.resolve(name + ".html");
    Ran ran = Ran.attune("report", runs.toString(), "--html", html.toString());
    assertThat(ran.exit()).as(ran.error()).isZero();
    return html;
  }

  private static void assertSound(Browser browser) {
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests())
        .allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
    for (String chart : CHARTS) {
      assertThat(
              browser
                  .evaluate(
                      "(of => of.closest('.card').hidden ? 1 : of.querySelectorAll('canvas').length)(document.getElementById('%s-chart'))"
                          .formatted(chart)) // a card that would contradict another is hidden
                  .asInt())
          .as(chart)
          .isPositive();
    }
  }

  @Test
  void eightTrialsAreDrawnInLightAndInDark() throws Exception {
    Path html = page("eight", 4, 1);
    try (Browser browser = Browser.open(program, folder.resolve("profile"), 1280, 900)) {
      for (boolean dark : new boolean[] {false, true}) {
        browser.go(html.toUri().toString(), dark);
        assertSound(browser);
        assertThat(browser.evaluate("document.documentElement.dataset.theme").asText())
            .isEqualTo(dark ? "dark" : "light");
        assertThat(rows(browser)).isEqualTo(8);
        browser.screenshot(PICTURES.resolve("eight-" + (dark ? "dark" : "light") + ".png"), 3600);
      }
      browser.go(html.toUri().toString(), false);
      drawsTheLossByParametersAndSaysSo(browser);
      drawsHowTheSearchWent(browser);
      brushesByKeyboard(browser);
      filter(browser);
      opensATrialByKeyboard(browser);
    }
  }

  /** The gate 'none' has the fewest parameters, 'learned' loses least, the others do neither. */
  private static void drawsTheLossByParametersAndSaysSo(Browser browser) {
    assertThat(
            browser
                .evaluate("document.getElementById('pareto-x').selectedOptions[0].textContent")
                .asText())
        .isEqualTo("parameters");
    assertThat(browser.evaluate("document.getElementById('pareto-note').textContent").asText())
        .startsWith("The line joins 2 of 4 cells")
        .endsWith(
            " Across is parameters, the first of parameters, FLOP, time and state_bytes that differs.");
  }

  /** The path of the best value is the running least, and all trials reach the worst value. */
  private static void drawsHowTheSearchWent(Browser browser) {
    assertThat(points(browser, "best", 1, 1))
        .isEqualTo(
            browser
                .evaluate(
                    "JSON.stringify(finished().sort((a, b) => a.ended - b.ended).map(valueOf)"
                        + ".map((v, i, all) => Math.min(...all.slice(0, i + 1))))")
                .asText());
    assertThat(points(browser, "reached", 0, 1))
        .isEqualTo("[0.125,0.25,0.375,0.5,0.625,0.75,0.875,1]");
    browser.evaluate(
        "document.getElementById('reached-lines').value = '0';"
            + " document.getElementById('reached-lines').dispatchEvent(new Event('change'))");
    assertThat(points(browser, "reached", 3, 1)).isEqualTo("[0.5,1]");
  }

  /** A coordinate of the points of a series, as JSON. */
  private static String points(Browser browser, String chart, int series, int coordinate) {
    return browser
        .evaluate(
            "JSON.stringify(state.charts.get('%s-chart').getOption().series[%d].data.map(p => p[%d]))"
                .formatted(chart, series, coordinate))
        .asText();
  }

  private static int rows(Browser browser) {
    return browser.evaluate("document.querySelectorAll('#trial-table tbody tr').length").asInt();
  }

  /**
   * Tab comes to the choices beside the parallel axes; arrows select a stretch, and Enter clears.
   */
  private static void brushesByKeyboard(Browser browser) {
    tabTo(browser, "brush-from");
    browser.key("ArrowDown");
    assertThat(rows(browser)).as("from the first value on").isEqualTo(8);
    tabTo(browser, "brush-to");
    browser.key("ArrowDown");
    assertThat(rows(browser)).as("the first value only").isEqualTo(2);
    assertThat(browser.evaluate("document.getElementById('trial-count').textContent").asText())
        .isEqualTo("2 of 8 trials, by the selection above");
    assertThat(browser.evaluate("new Set(view.rows.map(t => t.cell)).size").asInt()).isEqualTo(1);
    assertThat(
            browser
                .evaluate(
                    "JSON.stringify(state.charts.get('parallel-chart').getModel()"
                        + ".getComponent('parallelAxis', 0).activeIntervals)")
                .asText())
        .as("drawn in the chart too")
        .isEqualTo("[[0,0]]");
    tabTo(browser, "brush-clear");
    browser.key("Enter");
    assertThat(rows(browser)).isEqualTo(8);
  }

  private static void tabTo(Browser browser, String id) {
    for (int i = 0;
        i < 60 && !browser.evaluate("document.activeElement.id").asText().equals(id);
        i++) {
      browser.key("Tab");
    }
    assertThat(browser.evaluate("document.activeElement.id").asText()).isEqualTo(id);
  }

  /** By keyboard: the filter narrows the table. */
  private static void filter(Browser browser) {
    browser.evaluate("document.getElementById('filter').focus()");
    browser.type("gate=learned");
    assertThat(rows(browser)).isEqualTo(2);
    browser.evaluate("document.getElementById('filter').select()");
    browser.type("validation_loss<0.67");
    assertThat(rows(browser)).isEqualTo(2);
  }

  private static void opensATrialByKeyboard(Browser browser) {
    for (int i = 0;
        i < 40 && !browser.evaluate("document.activeElement.className === 'id'").asBoolean();
        i++) {
      browser.key("Tab");
    }
    assertThat(browser.evaluate("document.activeElement.className").asText())
        .as("what Tab has come to")
        .isEqualTo("id");
    String id = browser.evaluate("document.activeElement.textContent").asText();
    browser.key("Enter");
    Awaitility.await()
        .atMost(Browser.PATIENCE)
        .until(() -> browser.evaluate("document.getElementById('trial').open").asBoolean());
    assertThat(browser.evaluate("document.getElementById('trial').textContent").asText())
        .contains(id, "Provenance", "code_version", "0123456", "attention.gate");
    browser.key("Escape");
    Awaitility.await()
        .atMost(Browser.PATIENCE)
        .until(() -> !browser.evaluate("document.getElementById('trial').open").asBoolean());
  }

  @Test
  void oddSweepsAreDrawnAndNoNameOfTheirsRuns(OddSweeps odd) throws Exception {
    try (Browser browser = Browser.open(program, folder.resolve("profile"), 1280, 900)) {
      for (String name : OddSweeps.ALL) {
        Path html = folder.resolve(name + ".html");
        assertThat(Ran.attune("report", odd.run(name).toString(), "--html", html.toString()).exit())
            .isZero();
        browser.go(html.toUri().toString(), false);
        assertThat(browser.complaints()).as(name).isEmpty();
        assertThat(browser.requests())
            .as(name)
            .allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
        assertThat(rows(browser)).as(name).isPositive();
        assertThat(browser.evaluate("window.injected === undefined").asBoolean()).as(name).isTrue();
        assertThat(browser.evaluate("document.querySelectorAll('img, main script').length").asInt())
            .as(name)
            .isZero();
        browser.screenshot(PICTURES.resolve("odd-" + name + ".png"), 3600);
      }
    }
  }

  @Test
  void theServedPageFollowsASweepThatRuns() throws Exception {
    Path runs = folder.resolve("live");
    ReportCommand command = new ReportCommand();
    new CommandLine(command).parseArgs(runs.toString(), "--serve");
    try (RecordedSweep sweep =
            RecordedSweep.in(
                runs, "live", new Objective("validation_loss", Objective.Goal.MINIMIZE));
        ReportServer server = ReportServer.start(0, command::data);
        Browser browser = Browser.open(program, folder.resolve("profile"), 1280, 900)) {
      browser.go(server.address(), false);
      assertThat(rows(browser)).isZero();
      sweep.finished(Map.of("gate", "a"), 0, Map.of("validation_loss", 1.0), 2, 1).flush();
      Awaitility.await()
          .atMost(Browser.PATIENCE)
          .untilAsserted(() -> assertThat(rows(browser)).isEqualTo(1));
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests())
          .allMatch(url -> url.startsWith(server.address()) || url.startsWith("data:"));
    }
  }

  @Test
  void tenThousandTrialsAreDrawnAndABrushNarrowsTheTable() throws Exception {
    Path html = page("many", 5000, 3);
    assertThat(Files.size(html)).isLessThan(12_000_000);
    try (Browser browser = Browser.open(program, folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);
      assertSound(browser);
      assertThat(browser.evaluate("document.getElementById('curve-note').textContent").asText())
          .contains("40 of 5000 cells");
      assertThat(browser.evaluate("document.getElementById('verdict').textContent").asText())
          .contains("A cell with failed seeds ranks below cells with fewer.");
      assertThat(browser.evaluate("document.getElementById('trial-count').textContent").asText())
          .isEqualTo("10000 trials");
      brush(browser);
      browser.screenshot(PICTURES.resolve("many-light.png"), 4000);
      browser.go(html.toUri().toString(), true);
      browser.screenshot(PICTURES.resolve("many-dark.png"), 4000);
    }
  }

  /** Drags over the upper half of the last axis, where the best are. */
  private static void brush(Browser browser) {
    browser.evaluate(
        "document.getElementById('parallel-chart').scrollIntoView({block: 'center', behavior:"
            + " 'instant'})");
    double x =
        browser
            .evaluate(
                "(r => r.right -"
                    + " 90)(document.getElementById('parallel-chart').getBoundingClientRect())")
            .asDouble();
    double top =
        browser
            .evaluate("document.getElementById('parallel-chart').getBoundingClientRect().top")
            .asDouble();
    browser.drag(x, top + 50, top + 200);
    String count = browser.evaluate("document.getElementById('trial-count').textContent").asText();
    assertThat(count).contains("of 10000 trials, by the selection above");
    assertThat(Integer.parseInt(count.split(" ")[0])).isBetween(1, 9000);
    assertThat(
            browser
                .evaluate(
                    "view.rows.every(t => t.state === 'finished') &&"
                        + " Math.max(...view.rows.map(valueOf)) < 0.8")
                .asBoolean())
        .isTrue();
  }
}
