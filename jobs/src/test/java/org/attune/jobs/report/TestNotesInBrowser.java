package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report has every note that {@code analyze} prints. */
class TestNotesInBrowser {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  @BeforeEach
  void find() {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
  }

  private Path runs() {
    return folder.resolve("runs");
  }

  /** Opens the report, asks the page, and requires each of these notes of it and of analyze. */
  private String shown(String... notes) throws Exception {
    String printed = Printed.attune("analyze", runs());
    Path html = folder.resolve("report.html");
    Printed.attune("report", runs(), "--html", html);
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);
      assertThat(browser.complaints()).isEmpty();
      String page = browser.evaluate("document.getElementById('main').innerText").asText();
      assertThat(printed.replaceAll("\\s+", " ")).contains(notes);
      assertThat(page.replaceAll("\\s+", " ")).contains(notes);
      return page;
    }
  }

  private static SweepHeader planned(int replicates) {
    return new SweepHeader(
        "gates-00000000",
        "gates",
        "sweep: gates\nreplicates: %d\n".formatted(replicates),
        0,
        100,
        LOSS,
        0,
        1,
        new TreeMap<>());
  }

  private static void finished(RecordedSweep sweep, int from, int to) {
    for (int seed = from; seed < to; seed++) {
      for (String rate : List.of("0.001", "0.01")) {
        for (String gate : List.of("none", "learned")) {
          double loss = (gate.equals("none") ? 2 : 1) + 0.01 * (seed % 3) + 0.003 * rate.length();
          sweep.finished(
              Map.of("gate", gate, "train.learning-rate", rate),
              seed,
              Map.of("loss", loss + (gate.equals("none") ? 0.02 * (seed % 2) : 0)));
        }
      }
    }
  }

  /** Five seeds, then eight; besides, a trial of each kind that the analysis leaves out. */
  @Test
  void trialsThatAreLeftOutAndFurtherLooksAreToldOf() throws Exception {
    Map<String, String> other = Map.of("gate", "computed", "train.learning-rate", "0.01");
    try (RecordedSweep sweep = RecordedSweep.in(runs(), planned(5))) {
      finished(sweep, 0, 5);
      sweep.completed();
    }
    try (RecordedSweep sweep = RecordedSweep.extended(runs(), planned(8))) {
      finished(sweep, 5, 8);
      sweep.finished(other, 0, Map.of("loss", 1.5));
      sweep.finished(other, 1, Map.of("loss", Double.NaN));
      sweep.failed(other, 2, Cause.OUT_OF_MEMORY, "no memory");
      sweep.stopped(other, 3, Map.of("loss", 9.0));
      sweep.completed();
    }

    String page =
        shown(
            "left out: 1 stopped early, 1 failed, 1 without a finite value",
            "2 trials failed: shares and means below are of the trials that finished.",
            "1 trial stopped early and left out below: an axis whose bad values were stopped looks"
                + " idle.",
            "Look 2: seeds were added after results.",
            "Looks at 5, 8 seeds: p is multiplied by 2.",
            "better, look 1",
            "g: the mean difference in standard deviations of the differences");

    assertThat(page.lines())
        .as("trials with a value, and those without")
        .containsSequence("33", "finished of 36")
        .containsSequence("1", "without a finite loss");
    assertThat(page).contains("to confirm");
  }

  @Test
  void theExpectedBestAndAnUntestedSweepAreToldOf() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs(), "line", LOSS)) {
      for (int i = 0; i < 12; i++) {
        Map<String, String> cell = Map.of("rate", String.valueOf(i / 12.0));
        sweep.finished(cell, 0, Map.of("loss", i / 4.0 + (i % 2 == 0 ? 0.2 : -0.2)));
      }
      sweep.completed();
    }

    shown(
        "a Gaussian process over 12 cells expects ",
        " of this cell at this seed, less its luck; other seeds may differ");
  }

  @Test
  void axesThatChangeTogetherAreToldOf() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs(), "tied", LOSS)) {
      for (String gate : List.of("none", "learned")) {
        for (int seed = 0; seed < 3; seed++) {
          sweep.finished(
              Map.of("gate", gate, "width", gate.equals("none") ? "8" : "16"),
              seed,
              Map.of("loss", gate.length() + 0.1));
        }
      }
      sweep.completed();
    }

    shown(
        "Each cell has the same value at all its seeds, so the trials may not be independent",
        "gate stands for width too: they change together.",
        "No test: the axes have as many values as there are cells, and cells and seeds explain"
            + " every value.");
  }
}
