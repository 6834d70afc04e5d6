package org.attune.jobs.list;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notes on sweeps, and lists of the sweeps that have a word. */
class TestRunsWithNotes {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path runs;

  @BeforeEach
  void twoSweeps() throws Exception {
    for (String name : new String[] {"gates", "widths"}) {
      try (RecordedSweep sweep = RecordedSweep.in(runs.resolve(name), name, LOSS)) {
        sweep.finished(Map.of("a", "b"), 0, Map.of("loss", 1.0)).completed();
      }
    }
  }

  @Test
  void aNoteIsKeptWithItsTimeAndItsTagsFindTheSweep() throws Exception {
    Printed.attune("note", runs.resolve("gates"), "first try");
    String shown = Printed.attune("note", runs.resolve("gates"), "longer warm-up\n  #paper");

    assertThat(shown.lines())
        .hasSize(2)
        .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ .*"))
        .anyMatch(line -> line.endsWith("Z longer warm-up #paper"));
    assertThat(Files.readString(runs.resolve("gates/notes.txt"))).isEqualTo(shown);
    assertThat(listed("--with", "#PAPER")).contains("gates").doesNotContain("widths");
    assertThat(listed("--with", "#PAPER")).contains("last note", "longer warm-up #paper");
    assertThat(listed("--with", "wid")).contains("widths").doesNotContain("gates", "last note");
    assertThat(listed("--with", "nothing"))
        .isEqualTo("no sweep in %s is among those asked for%n".formatted(runs));
    assertThat(
            new ObjectMapper()
                .readTree(Printed.attune("list", "runs", runs, "--with", "gates", "--json"))
                .get(0)
                .path("notes"))
        .hasSize(2);
  }

  /** A later note on one trial says little of the sweep. */
  @Test
  void aNoteOnATrialDoesNotHideTheNoteOnItsSweep() throws Exception {
    String trial =
        new ObjectMapper()
            .readTree(Printed.attune("best", runs.resolve("gates"), "--json"))
            .findPath("trial_id")
            .asText();
    Printed.attune("note", runs.resolve("gates"), "odd kink #look", "--trial", trial);
    assertThat(listed("--sort", "started")).contains("trial " + trial + ": odd kink #look");
    Printed.attune("note", runs.resolve("gates"), "longer warm-up #paper");
    Printed.attune("note", runs.resolve("gates"), "a second kink", "--trial", trial);

    assertThat(listed("--sort", "started"))
        .contains("longer warm-up #paper")
        .doesNotContain("kink");
    assertThat(listed("--with", "#look")).contains("gates");
  }

  /** An accuracy of 0.9 is no better than a loss of 0.2, nor a loss that a goal wants high. */
  @Test
  void theBestComeFirstWithinAMetricAndItsDirection() throws Exception {
    double value = 0;
    for (String[] name :
        new String[][] {
          {"n1", "accuracy", "MAXIMIZE"},
          {"n2", "error", "MINIMIZE"},
          {"n3", "accuracy", "MAXIMIZE"},
          {"n4", "error", "MINIMIZE"},
          {"n5", "accuracy", "MINIMIZE"}
        }) {
      Objective objective = new Objective(name[1], Objective.Goal.valueOf(name[2]));
      try (RecordedSweep sweep = RecordedSweep.in(runs.resolve(name[0]), name[0], objective)) {
        value += 0.1;
        sweep.finished(Map.of("a", "b"), 0, Map.of(name[1], value)).completed();
      }
    }

    assertThat(
            new ObjectMapper()
                .readTree(Printed.attune("list", "runs", runs, "--sort", "best", "--json"))
                .findValuesAsText("directory"))
        .extracting(directory -> Path.of(directory).getFileName().toString())
        .startsWith("n5", "n3", "n1", "n2", "n4");
  }

  /** A tag is whole; a word is found by its beginning, and not within another. */
  @Test
  void aTagMatchesWholeAndAWordFromItsBeginning() throws Exception {
    Printed.attune("note", runs.resolve("gates"), "for the talk #paper-2, re-run (warm-up 500)");
    Printed.attune("note", runs.resolve("widths"), "newspaper #Paper, #paperback");

    assertThat(listed("--with", "#paper")).contains("widths").doesNotContain("gates");
    assertThat(listed("--with", "#paper-2")).contains("gates").doesNotContain("widths");
    assertThat(listed("--with", "#pap")).contains("no sweep");
    assertThat(listed("--with", "paper")).as("a tag is a word too").contains("widths", "gates");
    assertThat(listed("--with", "news")).contains("widths").doesNotContain("gates");
    assertThat(listed("--with", "spaper")).contains("no sweep");
    assertThat(listed("--with", "(warm")).contains("gates").doesNotContain("widths");
    assertThat(listed("--with", "idths")).contains("no sweep");
  }

  @Test
  void sweepsOfTheLastDaysAreListed() throws Exception {
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
    for (String time :
        List.of(
            "7d", "2w", "36h", "1w1d", today.minusDays(1) + "", today.minusDays(1) + "T00:00")) {
      assertThat(listed("--since", time)).as(time).contains("gates", "widths");
    }
    assertThat(listed("--since", today.plusDays(1) + "")).contains("no sweep");
    assertThat(Printed.of("list", "runs", runs, "--since", "soon").error())
        .isEqualTo(
            "attune: Invalid --since 'soon'; it must be a time such as 90s, 30m, 36h, 7d, 2w or 1d12h,"
                + " or a date such as 2026-11-01 or 2026-11-01T08:30\n");
    for (String wrong : List.of("0d", "d", "", "2y", "2026-13-01", "1h2d")) {
      assertThat(Printed.of("list", "runs", runs, "--since", wrong).exit()).as(wrong).isEqualTo(2);
    }
    assertThat(Printed.of("list", "tasks", "--since", "7d").error())
        .isEqualTo("attune: --since and --with choose among runs: attune list runs.\n");
  }

  /** The luckiest trial, 0.1, is of another cell than the best mean. */
  @Test
  void aSweepIsListedWithTheMeanOfItsBestCellAndSortedByIt() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs.resolve("best"), "best", LOSS)) {
      for (int seed = 0; seed < 4; seed++) {
        sweep.finished(Map.of("a", "steady"), seed, Map.of("loss", 0.4 + seed / 10.0));
        sweep.finished(Map.of("a", "lucky"), seed, Map.of("loss", 0.1 + seed / 2.0));
      }
      sweep.completed();
    }

    assertThat(listed("--sort", "best").lines().skip(1).findFirst().orElseThrow())
        .contains("loss 0.55 ± 0.13 (4)", ": a=steady")
        .contains("expect ");
    assertThat(listed("--sort", "directory").lines().skip(1))
        .extracting(line -> line.replaceAll("^.*/(\\w+) .*", "$1").split(" ")[0])
        .first()
        .asString()
        .contains("best");
    assertThat(
            new ObjectMapper()
                .readTree(Printed.attune("list", "runs", runs, "--sort", "best", "--json"))
                .get(0)
                .path("best_cell")
                .path("n")
                .asInt())
        .isEqualTo(4);
    assertThat(Printed.of("list", "tasks", "--sort", "best").error())
        .isEqualTo("attune: --sort orders runs: attune list runs.\n");
  }

  @Test
  void onlyASweepTakesNotesAndANoteHasWords() {
    assertThat(Printed.of("note", runs, "words").exit()).isEqualTo(2);
    assertThat(Printed.of("note", runs.resolve("gates"), " ").error())
        .isEqualTo("attune: The note is empty; write some words, or leave it out.\n");
    assertThat(runs.resolve("gates/notes.txt")).doesNotExist();
  }

  private String listed(String... options) throws Exception {
    return Printed.attune("list", "runs", runs, options[0], options[1]);
  }
}
