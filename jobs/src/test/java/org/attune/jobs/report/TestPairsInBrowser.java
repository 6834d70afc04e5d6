package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report says of its table of pairs what the terminal says. */
class TestPairsInBrowser {

  @TempDir Path folder;

  /** What the page says of three gates at their widths, where {@code none} has 8 and 10. */
  private String said(String name, String learned, String computed) throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path runs = folder.resolve(name);
    try (RecordedSweep sweep =
        RecordedSweep.in(runs, name, new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int seed = 0; seed < 3; seed++) {
        finished(sweep, "none", "8", seed, 2 + 0.01 * seed);
        finished(sweep, "none", "10", seed, 2 + 0.02 * seed);
        finished(sweep, "learned", learned, seed, 2 - 0.01 * seed);
        finished(sweep, "computed", computed, seed, seed == 1 ? 1 : 2.01 * seed);
      }
      sweep.completed();
    }
    Path html = folder.resolve(name + ".html");
    Ran ran = Ran.attune("report", runs.toString(), "--html", html.toString());
    assertThat(ran.exit()).as(ran.error()).isZero();
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);
      assertThat(browser.complaints()).isEmpty();
      browser.screenshot(Path.of("target", "report", name + ".png"), 1600);
      return browser.evaluate("document.getElementById('pairs').innerText").asText();
    }
  }

  private static void finished(
      RecordedSweep sweep, String gate, String width, int seed, double loss) {
    sweep.finished(
        Map.of("gate", gate, "model.feed-forward", width), seed, Map.of("loss", loss), loss);
  }

  @Test
  void theOnlyWidthAndTheCellWithoutItAreNamed() throws Exception {
    assertThat(said("one-width", "96", "8"))
        .contains(
            "Each difference is at feed-forward=8.",
            "not compared: gate=learned (no value of feed-forward in common with gate=none)");
  }

  @Test
  void cellsAreNamedWhereNoneCouldBeCompared() throws Exception {
    assertThat(said("no-width", "96", "104"))
        .contains("not compared: gate=learned; gate=computed (no value of feed-forward in common")
        .doesNotContain("paired by seed");
  }

  /**
   * Worse than the control is shown of one gate, and nothing of the other, which has the best mean.
   */
  @Test
  void theHeadlineSaysWhatIsShownBeforeItNamesTheBestMean() throws Exception {
    assertThat(headline("three", true))
        .startsWith(
            "gate=bad is worse than gate=none; gate=near is inconclusive beside gate=none.\n"
                + "Best mean: gate=near, loss");
    assertThat(headline("two", false))
        .startsWith("gate=bad is worse than gate=none.\nBest mean: gate=none");
  }

  private String headline(String name, boolean near) throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path runs = folder.resolve(name);
    String header = "sweep: %s\nattention.gate: none\naxes.attention.gate[0]: none, bad%s\n";
    SweepHeader of =
        new SweepHeader(
            name + "-00000000",
            name,
            header.formatted(name, near ? ", near" : ""),
            0,
            18,
            new Objective("loss", Objective.Goal.MINIMIZE),
            0,
            1,
            new TreeMap<>());
    double[] noise = {.3, -.3, .2, -.2, .1, -.11};
    try (RecordedSweep sweep = RecordedSweep.in(runs, of)) {
      for (int seed = 0; seed < 6; seed++) {
        double same = 2 + .01 * seed;
        sweep.finished(Map.of("attention.gate", "none"), seed, Map.of("loss", same));
        sweep.finished(
            Map.of("attention.gate", "bad"), seed, Map.of("loss", same + 1 + .1 * noise[seed]));
        if (near) {
          sweep.finished(
              Map.of("attention.gate", "near"), seed, Map.of("loss", same - .01 + noise[seed]));
        }
      }
      sweep.completed();
    }
    Path html = folder.resolve(name + ".html");
    Ran ran = Ran.attune("report", runs.toString(), "--html", html.toString());
    assertThat(ran.exit()).as(ran.error()).isZero();
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve(name + "-profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);
      return browser.evaluate("document.getElementById('verdict').innerText").asText();
    }
  }
}
