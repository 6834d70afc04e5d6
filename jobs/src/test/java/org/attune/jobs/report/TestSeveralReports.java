package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune report DIR DIR}: one page of two sweeps, which share a cell. */
class TestSeveralReports {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  /** As a page of one sweep does. */
  @Test
  void aDirectoryWithTheMachinesPathIsShortenedBesideOneWithout() throws Exception {
    Path page = folder.resolve("page.html");
    Path first = gates("first", "120", 2, "none", "learned");
    Path longer = gates("longer", "150", 1.5, "none", "computed");
    Path relative = Path.of("").toAbsolutePath().relativize(first);

    assertThat(Printed.of("report", relative, longer, "--to", page).exit()).isZero();

    assertThat(Files.readString(page))
        .contains("\"directory\":\"" + relative + "\"", "\"directory\":\"longer\"")
        .contains("\"" + relative + "\",\"longer\"")
        .contains(
            "\"from\":\"in the folder from which 'attune report' was run, with the whole path in"
                + " place of longer\"")
        .doesNotContain("\"" + folder);
  }

  @Test
  void aPageShowsSeveralSweepsSideBySide() throws Exception {
    Path page = folder.resolve("page.html");
    Path first = gates("first", "120", 2, "none", "learned");
    Path longer = gates("longer", "150", 1.5, "none", "computed");

    Printed printed = Printed.of("report", first, longer, "--to", page);

    assertThat(printed.exit()).as(printed.error()).isZero();
    assertThat(Files.readString(page))
        .contains("\"directory\":\"longer\"")
        .doesNotContain(folder.toString());
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    try (Browser browser = Browser.open(Browser.program().get(), folder.resolve("p"), 1280, 900)) {
      browser.go(page.toUri().toString(), false);
      assertThat(text(browser, "verdict"))
          .containsPattern(
              "^longer compared with first, by loss. In longer, of 1 common cell: 1 [a-z][^()]+\\.")
          .contains("first: best mean 1.910 ± 0.010 (n 3), gate=learned")
          .contains("longer: best mean 1.410 ± 0.010 (n 3), gate=computed");
      assertThat(text(browser, "pairs"))
          .contains("train.steps\t120\t150")
          .contains("gate=none\t2.010 ± 0.010 (3)\t1.510 ± 0.010 (3)")
          .contains("gate=computed\t\t1.410 ± 0.010 (3)")
          .startsWith("Common cells: longer less first")
          .containsPattern("gate=none\tlonger\t-0.5");
      assertThat(browser.evaluate("Object.values(state.data.curves.metrics)[0].length").asInt())
          .isEqualTo(4);
      assertThat(text(browser, "trial-table")).contains("longer/").contains("first/");
      assertThat(browser.evaluate("document.getElementById('comparisons').hidden").asBoolean())
          .isTrue();
      assertThat(lines(browser)).isEqualTo(4);
      assertThat(style(browser, "first, gate=none", "color"))
          .as("the colour is the cell")
          .isEqualTo(style(browser, "longer, gate=none", "color"))
          .isNotEqualTo(style(browser, "first, gate=learned", "color"));
      assertThat(style(browser, "first, gate=none", "type"))
          .as("the dashes are the sweep")
          .isEqualTo(style(browser, "first, gate=learned", "type"))
          .isNotEqualTo(style(browser, "longer, gate=none", "type"));
      assertThat(
              browser
                  .evaluate(
                      "state.charts.get('reached-chart').getOption().series.map(of => of.name)"
                          + ".join()")
                  .asText())
          .as("a curve for each sweep")
          .isEqualTo("first,longer");
      filter(browser, "sweep=longer gate=none");
      assertThat(lines(browser)).isEqualTo(1);
      assertThat(text(browser, "curve-note"))
          .startsWith(
              "1 of 4 curves: those of the trials that the filter or the selection keeps. ");
      assertThat(
              browser
                  .evaluate(
                      "echarts.getInstanceByDom(document.getElementById('parallel-chart'))"
                          + ".getOption().series[0].data.length")
                  .asInt())
          .isEqualTo(3);
      filter(browser, "nothing-has-this");
      assertThat(text(browser, "curve-chart"))
          .isEqualTo(
              "This page has no curve of the trials that are kept; attune report DIR --trials T,T"
                  + " draws any.");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** Rows of a sweep whose rule stopped most cells come after all others, folded; none is cut. */
  @Test
  void rowsWithoutAFinishedTrialComeLastAndAreFolded() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path first = gates("first", "120", 2, "none", "learned");
    Path stopped = folder.resolve("stopped");
    try (RecordedSweep sweep = RecordedSweep.in(stopped, "stopped", LOSS)) {
      for (int i = 0; i < 8; i++) {
        Map<String, String> cell =
            Map.of("attention.gate", "computed-by-a-long-name-" + i, "train.steps", "120");
        sweep.stopped(cell, 0, Map.of("loss", 3.0), 3);
      }
      Map<String, String> last = Map.of("attention.gate", "none", "train.steps", "120");
      sweep.finished(last, 0, Map.of("loss", 1.9), 3, 1.9).completed();
    }
    Path page = folder.resolve("page.html");
    Printed.attune("report", first, stopped, "--to", page);

    try (Browser browser = Browser.open(Browser.program().get(), folder.resolve("p"), 420, 900)) {
      browser.resize(420, 900);
      browser.go(page.toUri().toString(), false);
      assertThat(
              browser
                  .evaluate(
                      "[...document.querySelectorAll('#pairs .card')].find(card =>"
                          + " card.firstChild.textContent === 'Cells side by side').innerText")
                  .asText())
          .contains("8 cells without a finished trial")
          .doesNotContain("computed-by-a-long-name-1");
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(420);
      assertThat(
              browser
                  .evaluate(
                      "[...document.querySelectorAll('#pairs .plain, #pairs td')].filter(of =>"
                          + " of.scrollWidth > of.clientWidth + 1).length")
                  .asInt())
          .as("tables that are cut")
          .isZero();
      browser.screenshot(Path.of("target/report/several-420.png"), 420, 2600);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** One sweep varies a number that is a word in the other. */
  @Test
  void aNumberBesideAWordIsOneOfSeveralWords() throws Exception {
    Path numbers = rates("numbers", "0.1", "0.2");
    Path word = rates("word", "auto");
    Path page = folder.resolve("page.html");

    Printed printed = Printed.of("report", numbers, word, "--to", page);

    assertThat(printed.exit()).as(printed.error()).isZero();
    assertThat(Files.readString(page)).contains("\"levels\":[\"0.1\",\"0.2\",\"auto\"]");
  }

  private Path rates(String name, String... rates) throws Exception {
    Path directory = folder.resolve(name);
    try (RecordedSweep sweep = RecordedSweep.in(directory, name, LOSS)) {
      for (String rate : rates) {
        sweep.finished(Map.of("rate", rate), 0, Map.of("loss", 1.5));
      }
      sweep.completed();
    }
    return directory;
  }

  @Test
  void whatIsForOneSweepIsRefusedForSeveral() throws Exception {
    Path first = gates("first", "120", 2, "none");
    Path longer = gates("longer", "150", 1.5, "none");

    assertThat(Printed.of("report", first, longer, "--serve").error())
        .isEqualTo(
            "attune: --serve, --spec and --trials are for one sweep: leave them out, or name one"
                + " directory.\n");
    assertThat(Printed.of("report", first, first).error())
        .isEqualTo("attune: A directory is named twice; name each sweep once.\n");
  }

  /** With {@code --trials} a page has a line for each of them, whatever their cells. */
  @Test
  void aPageHasTheCurvesOfChosenTrials() throws Exception {
    Path first = gates("first", "120", 2, "none", "learned");
    List<String> ids =
        Sweeps.read(first.toString()).trials().stream().map(of -> of.trial().id()).toList();
    Path page = folder.resolve("page.html");

    Printed.attune("report", first, "--trials", ids.get(1) + "," + ids.get(3), "--to", page);

    assertThat(Files.readString(page))
        .containsPattern("\"curves\":\\{\"chosen\":true,\"cells\":2,\"shown\":2,")
        .contains("\"trial\":\"" + ids.get(1) + "\"}", "\"trial\":\"" + ids.get(3) + "\"}");
    assertThat(Printed.of("report", first, "--trials", "x").error())
        .startsWith("attune: " + first + " has no trial 'x'; list its ids: ");
  }

  private static int lines(Browser browser) {
    return browser
        .evaluate(
            "echarts.getInstanceByDom(document.getElementById('curve-chart')).getOption()"
                + ".series.filter(one => one.type === 'line').length")
        .asInt();
  }

  private static String style(Browser browser, String line, String of) {
    return browser
        .evaluate(
            "String(state.charts.get('curve-chart').getOption().series.find(one => one.type === 'line'"
                + " && one.name === '%s').lineStyle.%s)".formatted(line, of))
        .asText();
  }

  private static void filter(Browser browser, String words) {
    browser.evaluate(
        "document.getElementById('filter').value = '%s'; document.getElementById('filter').dispatchEvent(new Event('input'))"
            .formatted(words));
  }

  private static String text(Browser browser, String id) {
    return browser.evaluate("document.getElementById('" + id + "').innerText").asText();
  }

  /** Each gate with three seeds, 0.01 apart; the first gate is 0.1 above the others. */
  private Path gates(String name, String steps, double loss, String... gates) throws Exception {
    Path directory = folder.resolve(name);
    try (RecordedSweep sweep = RecordedSweep.in(directory, name, LOSS)) {
      for (String gate : gates) {
        for (int seed = 0; seed < 3; seed++) {
          double last = loss + 0.01 * seed - (gate.equals(gates[0]) ? 0 : 0.1);
          sweep.finished(
              Map.of("attention.gate", gate, "train.steps", steps),
              seed,
              Map.of("loss", last),
              3,
              2.5,
              last);
        }
      }
      sweep.completed();
    }
    return directory;
  }
}
