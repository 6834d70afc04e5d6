package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Rounding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that ignore a parameter or their seed: what is left is rounding, and shows nothing. */
class TestRounding {

  private static SweepAnalysis analysis(
      int seeds, IntToDoubleFunction byRate, IntToDoubleFunction bySeed) {
    return analysis(runs(seeds, byRate, bySeed));
  }

  private static SweepAnalysis analysis(List<Run> runs) {
    return SweepAnalysis.of(
        Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE));
  }

  private static List<Run> runs(int seeds, IntToDoubleFunction byRate, IntToDoubleFunction bySeed) {
    List<Run> runs = new ArrayList<>();
    for (int rate = 1; rate <= 3; rate++) {
      Configuration cell = new Configuration(Map.of("train.lr", "0." + rate));
      for (int seed = 0; seed < seeds; seed++) {
        double value = byRate.applyAsDouble(rate) + bySeed.applyAsDouble(seed);
        runs.add(new Run(cell.hash() + seed, cell, seed, value));
      }
    }
    return runs;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void aProgramThatIgnoresItsParameterShowsNothing(int seeds) {
    for (int n = 0; n < 20; n++) {
      double[] loss = new Random(n).doubles(seeds, 0.05, 0.5).toArray();
      SweepAnalysis analysis = analysis(seeds, rate -> 0, seed -> loss[seed]);

      assertThat(analysis.found()).isFalse();
      assertThat(analysis.main()).allMatch(effect -> effect.share() == 0);
      assertThat(analysis.best().orElseThrow().withoutInterval())
          .hasValue("cells and seeds explain every value");
      assertThat(Importances.of(analysis)).isEmpty();
      assertThat(alike(analysis)).isEmpty();
    }
  }

  /** Each cell shares one seed with the next cell, so the fit needs many turns to converge. */
  @Test
  void aParameterThatIsIgnoredShowsNothingWhereSeedsAreMissing() {
    for (int n = 0; n < 20; n++) {
      double[] loss = new Random(n).doubles(8, 0.05, 0.5).toArray();
      List<Run> runs = new ArrayList<>();
      for (int cell = 0; cell < loss.length; cell++) {
        int next = (cell + 1) % loss.length;
        runs.add(run("0." + cell, cell, loss[cell]));
        runs.add(run("0." + cell, next, loss[next]));
      }

      assertThat(new CellFit(runs, Rounding.FLOAT64).varies()).isFalse();
      assertThat(analysis(runs).main()).allMatch(effect -> effect.share() == 0);
    }
  }

  @Test
  void oneHugeCellDoesNotMakeTheOthersRounding() {
    double[][] noise = {{0.01, -0.01, 0}, {0, 0.01, -0.01}, {0, 0, 0}};
    List<Run> runs = new ArrayList<>();
    for (int rate = 0; rate < 3; rate++) {
      Configuration cell = new Configuration(Map.of("train.lr", "0." + (rate + 1)));
      for (int seed = 0; seed < 3; seed++) {
        double value = rate == 2 ? 1e9 : 1 + noise[rate][seed];
        runs.add(new Run(cell.hash() + seed, cell, seed, value));
      }
    }
    assertThat(new CellFit(runs, Rounding.FLOAT64).varies()).isTrue();
    assertThat(analysis(runs).found()).isTrue();
  }

  /** Each loss of the second cell is the next double, so all differences have one sign. */
  @Test
  void differencesThatAreRoundingAreNone() {
    List<Run> runs = new ArrayList<>();
    double[] loss = new Random(1).doubles(8, 0.05, 0.5).toArray();
    for (int seed = 0; seed < loss.length; seed++) {
      runs.add(run("0.1", seed, loss[seed]));
      runs.add(run("0.2", seed, Math.nextUp(loss[seed])));
    }
    PairedComparison comparison = analysis(runs).comparisons().get(0);
    CellPair pair = analysis(runs).pairs().orElseThrow().pairs().get(0);

    assertThat(comparison.probability()).isEqualTo(1);
    assertThat(comparison.effectSize()).isNaN();
    assertThat(comparison.difference()).isZero();
    assertThat(pair.probability()).isEqualTo(1);
  }

  /** Losses near 4 of two cells; those of the second are larger by this share at every seed. */
  private static SweepAnalysis beside(Map<String, String> base, double share) {
    List<Run> runs = new ArrayList<>();
    double[] loss = new Random(1).doubles(10, 3.9, 4.1).toArray();
    double[] size = new Random(2).doubles(10, 0.5, 1).toArray();
    for (int seed = 0; seed < loss.length; seed++) {
      for (String sum : List.of("forward", "backward")) {
        Map<String, String> values = new HashMap<>(base);
        values.put("model.sum", sum);
        Configuration cell = new Configuration(values);
        double value = loss[seed] * (sum.equals("forward") ? 1 : 1 + share * size[seed]);
        runs.add(new Run(cell.hash() + seed, cell, seed, value));
      }
    }
    return analysis(runs);
  }

  private static final Map<String, String> NETWORK =
      Map.of("task", "text", "model.kind", "decoder");

  /** They had p below .0001 and a verdict, for each seed's difference had the same sign. */
  @Test
  void aSumInAnotherOrderMakesNoDifferenceInFloat32() {
    SweepAnalysis analysis = beside(NETWORK, 2e-7);
    CellPair row = analysis.pairs().orElseThrow().pairs().get(0);
    PairedComparison values = analysis.comparisons().get(0);

    assertThat(row.verdict().label()).isEqualTo("no difference beyond rounding");
    assertThat(row.difference()).isZero();
    assertThat(row.adjusted()).isEqualTo(1);
    assertThat(values.shown()).isFalse();
    assertThat(values.whyNotShown()).hasValue("no difference beyond rounding");
    assertThat(analysis.found()).as("effects of axes").isFalse();
    assertThat(analysis.pairs().orElseThrow().tooFewSeeds()).isEmpty();
    assertThat(analysis.tooFewSeeds()).isEmpty();
  }

  @Test
  void aDifferenceAboveFloat32sRoundingIsShown() {
    SweepAnalysis analysis = beside(NETWORK, 1e-5);

    assertThat(analysis.pairs().orElseThrow().pairs().get(0).verdict().shown()).isTrue();
    assertThat(analysis.found()).isTrue();
  }

  /** A program's numbers are what it wrote, whatever it calls its parameters. */
  @Test
  void aProgramsNumbersCountAsTheyAreWritten() {
    for (Map<String, String> base :
        List.of(Map.of("train.width", "1"), Map.of("task", "command", "model.kind", "decoder"))) {
      SweepAnalysis analysis = beside(base, 2e-7);
      assertThat(analysis.pairs().orElseThrow().pairs().get(0).verdict().shown()).isTrue();
      assertThat(analysis.comparisons().get(0).shown()).isTrue();
    }
  }

  /** A loss of a million beside others near 1 does not make theirs rounding. */
  @Test
  void aDivergedCellIsNoMeasureForTheOthersInFloat32() {
    List<Run> runs = new ArrayList<>();
    double[] noise = new Random(3).doubles(24, 0, 1e-3).toArray();
    for (int rate = 0; rate < 4; rate++) {
      Map<String, String> values = new HashMap<>(NETWORK);
      values.put("train.lr", "0." + (rate + 1));
      Configuration cell = new Configuration(values);
      for (int seed = 0; seed < 6; seed++) {
        double value = (rate == 3 ? 1e6 : 1 + 0.01 * rate) + noise[6 * rate + seed];
        runs.add(new Run(cell.hash() + seed, cell, seed, value));
      }
    }
    SweepAnalysis analysis = analysis(runs);

    assertThat(analysis.pairs().orElseThrow().pairs()).allMatch(pair -> pair.verdict().shown());
    assertThat(analysis.found()).isTrue();
  }

  /** Parameters of two networks: 20,000,001 and 20,000,000 are no rounding of each other. */
  @Test
  void countsAreExact() {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      for (int more = 0; more < 2; more++) {
        Map<String, String> values = new HashMap<>(NETWORK);
        values.put("model.bias", String.valueOf(more));
        Configuration cell = new Configuration(values);
        runs.add(new Run(cell.hash() + seed, cell, seed, 20_000_000 + more));
      }
    }
    assertThat(analysis(runs).pairs().orElseThrow().pairs())
        .allMatch(pair -> pair.verdict().shown());
  }

  @Test
  void equalDifferencesOfLargeValuesHaveNoEffectSize() {
    List<Run> runs = new ArrayList<>();
    double[] loss = new Random(1).doubles(8, 900, 1100).toArray();
    for (int seed = 0; seed < loss.length; seed++) {
      runs.add(run("0.1", seed, loss[seed]));
      runs.add(run("0.2", seed, loss[seed] + 0.1));
    }
    PairedComparison comparison = analysis(runs).comparisons().get(0);

    assertThat(comparison.effectSize()).isNaN();
    assertThat(comparison.probability()).as("the sign test").isEqualTo(2 / 256.0);
  }

  private static Run run(String rate, int seed, double value) {
    Configuration cell = new Configuration(Map.of("model.rate", rate));
    return new Run(cell.hash() + seed, cell, seed, value);
  }

  @Test
  void aProgramThatIgnoresItsSeedHasNoIndependentTrials() {
    SweepAnalysis analysis = analysis(4, rate -> 0.1 * rate + 0.203, seed -> 0);

    assertThat(analysis.found()).isFalse();
    assertThat(analysis.best().orElseThrow().low()).isNaN();
    assertThat(alike(analysis))
        .startsWith(
            "Each cell has the same value at all its seeds, so the trials may not be independent");
    assertThat(CellSummary.alike(analysis.observations().summaries(), Optional.empty()))
        .as("a metric such as the number of parameters")
        .isEmpty();
    assertThat(alike(analysis(4, rate -> 1, seed -> 0))).as("all at a ceiling").isEmpty();
  }

  private static String alike(SweepAnalysis analysis) {
    return CellSummary.alike(analysis.observations().summaries(), analysis.observations().goal());
  }
}
