package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison that its seeds cannot show says why, however large it is. */
class TestUndecidableComparisons {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);
  private static final String COUNTS =
      "An axis may be shown where its comparisons are not: its test counts trials, a comparison"
          + " counts each seed once.\n";

  @TempDir Path folder;

  /** Two gates, three rates that differ by a lot; the seeds in which the last rate fails. */
  private String analyzed(int seeds, int failing, String... options) throws Exception {
    Path sweep = folder.resolve("rates" + seeds + failing);
    Random random = new Random(3);
    try (RecordedSweep rates = RecordedSweep.in(sweep, "rates", LOSS)) {
      for (String gate : List.of("none", "learned")) {
        for (String rate : List.of("0.001", "0.003", "0.01")) {
          for (int seed = 0; seed < seeds; seed++) {
            Map<String, String> cell = Map.of("gate", gate, "learning-rate", rate);
            double loss = 40 * Double.parseDouble(rate) + .004 * random.nextGaussian();
            if (rate.equals("0.01") && seed < failing) {
              rates.failed(cell, seed, Cause.DIVERGENCE, "loss is NaN");
            } else {
              rates.finished(cell, seed, Map.of("loss", loss));
            }
          }
        }
      }
      rates.completed();
    }
    return Ran.attune(
            Stream.concat(Stream.of("analyze", sweep.toString()), Stream.of(options))
                .toArray(String[]::new))
        .output();
  }

  /** By hand: 2 * 4^-3 = .03125, and three comparisons share .05; 2 * 4^-4 = .0078. */
  @Test
  void threeSeedsCannotShowThreeRatesApart() throws Exception {
    assertThat(analyzed(3, 0))
        .containsPattern("learning-rate +100 %.* shown\n")
        .containsPattern(
            "learning-rate: 0.001 - 0.003 +-0.082 \\(-0.093 to 0\\) +3 seeds +-19.28  .0313 \\(least\\)"
                + " +.0938  3 seeds cannot show it\n")
        .containsPattern("learning-rate: 0.003 - 0.01 .*-34.35.*3 seeds cannot show it\n")
        .containsPattern("gate: none - learned .* \\.33\n")
        .contains(
            "The interval is widened to 0: so few seeds cannot exclude 0.\n"
                + "3 seeds cannot decide 3 comparisons: at best they give an unadjusted p of .0313,"
                + " and a verdict needs .0167 or less (.05 shared by 3 comparisons); use 4 or more."
                + " They are: learning-rate: 0.001 - 0.003; learning-rate: 0.001 - 0.01;"
                + " learning-rate: 0.003 - 0.01\n"
                + COUNTS);
    JsonNode rows = new ObjectMapper().readTree(analyzed(3, 0, "--json")).path("comparisons");
    assertThat(rows.findValuesAsText("why_not_shown"))
        .containsExactly(
            "null", "3 seeds cannot show it", "3 seeds cannot show it", "3 seeds cannot show it");
  }

  /** By hand: ranks of five seeds give 2 * 2^-5 = .0625 at best; t gives 2 * 4^-5 of the others. */
  @Test
  void ranksOfFiveSeedsCannotShowThem() throws Exception {
    assertThat(analyzed(5, 1))
        .containsPattern(
            "learning-rate: 0.001 - 0.01 .*by ranks\\) +5 seeds, 1 failed .*5 seeds cannot show it\n")
        .containsPattern("learning-rate: 0.001 - 0.003 .* shown\n")
        .contains(
            "5 seeds cannot decide 2 comparisons: at best they give an unadjusted p of .0625 by"
                + " ranks, and a verdict needs .0250 or less (.05 shared by 2 comparisons); use 7 or"
                + " more. They are: learning-rate: 0.001 - 0.01; learning-rate: 0.003 - 0.01\n");
  }

  /** Of one seed, settings give the differences; more seeds help, more settings need not. */
  @Test
  void twoSettingsOfOneSeedCannotShowThem() throws Exception {
    assertThat(analyzed(1, 0))
        .containsPattern("learning-rate: 0.001 - 0.01 .*2 settings cannot show it\n")
        .contains(
            "3 settings cannot decide a comparison of values: at best ", "; use 4 or more seeds\n");
  }

  @Test
  void seedsThatSufficeSayNothing() throws Exception {
    assertThat(analyzed(4, 0)).contains("shown\n").doesNotContain("cannot", COUNTS);
  }

  @Test
  void commonCellsOfTwoSweepsSayItToo() throws Exception {
    for (String name : List.of("first", "other")) {
      try (RecordedSweep sweep = RecordedSweep.in(folder.resolve(name), name, LOSS)) {
        for (String gate : List.of("none", "learned")) {
          for (int seed = 0; seed < 2; seed++) {
            double loss = name.length() + gate.length() + .01 * seed * seed * name.hashCode() % 7;
            sweep.finished(
                Map.of("gate", gate, "train.steps", name.equals("first") ? "10" : "20"),
                seed,
                Map.of("loss", loss));
          }
        }
        sweep.completed();
      }
    }

    assertThat(
            Ran.attune(
                    "compare",
                    folder.resolve("first").toString(),
                    folder.resolve("other").toString())
                .output())
        .contains("2 seeds cannot decide a comparison of cells: at best ");
  }
}
