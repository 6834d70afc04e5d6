package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.math3.distribution.TDistribution;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestCellPairs {

  /** Cells at equal parameters: each sets its part, and the width that makes up for it. */
  private static final String AT_EQUAL_PARAMETERS =
      """
      sweep: equal
      cells:
        plain: {model.width: 136}
        gate: {attention.gate: learned, model.width: 120}
        sigmoid: {attention.weights: ridge, model.width: 136}
        differential: {attention.query: split, model.width: 104}
        score convolution: {attention.score-conv: key-query, model.width: 132}
      axes:
        train.learning-rate: [1e-3, 3e-3, 1e-2]
      replicates: 3
      objective: {metric: loss, goal: minimize}
      """;

  private static final Map<String, Double> EFFECTS =
      Map.of(
          "plain", 0.0,
          "gate", -0.030,
          "score convolution", -0.029,
          "differential", -0.017,
          "sigmoid", 0.016);

  /** The gate is best at another rate than the others. */
  private static double loss(String name, Configuration cell) {
    double rate = Math.log10(Double.parseDouble(cell.text("train.learning-rate")));
    double best = name.equals("gate") ? -2 : Math.log10(3e-3);
    return 2.5 + EFFECTS.get(name) + 0.2 * (rate - best) * (rate - best);
  }

  @Test
  void sayWhatPairingByHandSays() throws Exception {
    double[][] noise = NamedSweep.noise(15, 5, 0.002, new Random(4));
    Observations of = NamedSweep.run(AT_EQUAL_PARAMETERS, 5, TestCellPairs::loss, noise);
    CellPairs pairs = CellPairs.of(of).orElseThrow();

    assertThat(pairs.tuned()).containsExactly("train.learning-rate");
    assertThat(pairs.pairs())
        .extracting(CellPair::cell)
        .containsExactly("gate", "sigmoid", "differential", "score convolution");
    assertThat(pairs.pairs()).extracting(CellPair::control).containsOnly("plain");
    CellPair gate = pairs.pairs().get(0);
    assertThat(gate.at()).isEqualTo("learning-rate=0.01");
    assertThat(gate.controlAt()).isEqualTo("learning-rate=0.003");
    assertThat(pairs.edges())
        .containsExactly(
            "best learning-rate of gate is the largest tried: try larger in a new sweep with another seed (--extend costs a look)");
    // By hand: the gate's third rate less the plain cell's second, seed by seed.
    double[] differences = new double[5];
    double mean = 0;
    for (int seed = 0; seed < 5; seed++) {
      differences[seed] = -0.030 + noise[5][seed] - noise[1][seed];
      mean += differences[seed] / 5;
    }
    double squares = 0;
    for (double difference : differences) {
      squares += (difference - mean) * (difference - mean);
    }
    double error = Math.sqrt(squares / 4 / 5);
    double t = mean / error;
    double p = 2 * new TDistribution(null, 4).cumulativeProbability(-Math.abs(t));
    assertThat(gate.difference()).isCloseTo(mean, within(1e-12));
    assertThat(gate.n()).isEqualTo(5);
    // No five seeds show more than 4^-5 on one side: two modes could separate them by chance.
    assertThat(gate.probability()).isCloseTo(Math.max(p, 2 * Math.pow(4, -5)), within(1e-9));
    for (CellPair pair : pairs.pairs()) {
      assertThat(pair.difference()).isCloseTo(EFFECTS.get(pair.cell()), within(0.006));
    }
  }

  @Test
  void theIntervalIsTheOneThatTheTestUses() throws Exception {
    int shown = 0;
    for (int i = 0; i < 60; i++) {
      double[][] noise = NamedSweep.noise(15, 5, 0.012, new Random(i));
      Observations of = NamedSweep.run(AT_EQUAL_PARAMETERS, 5, TestCellPairs::loss, noise);
      for (CellPair pair : CellPairs.of(of).orElseThrow().pairs()) {
        boolean without = pair.interval().low() > 0 || pair.interval().high() < 0;
        assertThat(without).as("%d: %s", i, pair).isEqualTo(pair.adjusted() <= 0.05);
        assertThat(pair.verdict() == CellPair.PairVerdict.OPEN).isEqualTo(pair.adjusted() > 0.05);
        shown += without ? 1 : 0;
      }
    }
    assertThat(shown).isBetween(10, 200);
  }

  @Test
  void noiseShowsNoDifferenceButInFiveOfAHundredSweeps() throws Exception {
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
      double[][] noise = NamedSweep.noise(15, 3, 0.01, new Random(i));
      Observations of = NamedSweep.run(AT_EQUAL_PARAMETERS, 3, (name, cell) -> 1, noise);
      wrong +=
          CellPairs.of(of).orElseThrow().pairs().stream().anyMatch(p -> p.adjusted() <= 0.05)
              ? 1
              : 0;
    }
    // Of 200 at 5 %, more than 18 happen with probability .01.
    assertThat(wrong).isLessThanOrEqualTo(18);
  }

  @Test
  void namedCellsAreOneAxisAndNotTheSettingsThatTheyMix() throws Exception {
    double[][] noise = NamedSweep.noise(15, 3, 0.002, new Random(4));
    Observations of = NamedSweep.run(AT_EQUAL_PARAMETERS, 3, TestCellPairs::loss, noise);

    assertThat(of.factors()).extracting(Factor::key).containsExactly("cell", "train.learning-rate");
    assertThat(of.factors()).allSatisfy(factor -> assertThat(factor.together()).isEmpty());
    SweepAnalysis analysis = SweepAnalysis.of(of);
    assertThat(analysis.best().orElseThrow().cell().text("attention.gate")).isEqualTo("learned");
  }

  @Test
  void withoutNamesTheDefaultIsTheControl() throws Exception {
    double[][] noise = NamedSweep.noise(4, 3, 0.01, new Random(1));
    Observations of =
        NamedSweep.run(
            """
            sweep: gates
            axes:
              attention.gate: [learned, none]
              train.learning-rate: [1e-3, 1e-2]
            replicates: 3
            objective: {metric: loss, goal: minimize}
            """,
            3,
            (name, cell) -> cell.text("attention.gate").equals("learned") ? 1 : 2,
            noise);
    List<CellPair> pairs = CellPairs.of(of).orElseThrow().pairs();

    assertThat(pairs).hasSize(1);
    assertThat(pairs.get(0).cell()).isEqualTo("gate=learned");
    assertThat(pairs.get(0).control()).isEqualTo("gate=none");
    assertThat(pairs.get(0).verdict()).isEqualTo(CellPair.PairVerdict.BETTER);
  }

  /** Once tuning seeds of values that lost judged them, averaged with those that won. */
  @ParameterizedTest
  @ValueSource(strings = {"model.layers", "train.batch"})
  void aKeyThatAClaimTunesIsTunedLikeThoseOfTraining(String key) throws Exception {
    String yaml =
        """
        sweep: tuned
        cells: {plain: {}, gated: {attention.gate: learned}}
        axes: {KEY: [1, 2, 3]}
        replicates: {at-least: 3, at-most: 3, until: decided, tuning: 2}
        objective: {metric: loss, goal: minimize}
        claims:
          - {says: a gate helps, cell: {cell: gated, best-over: [KEY]}, is: below,
             of: {cell: plain, best-over: [KEY]}}
        """
            .replace("KEY", key);
    Observations of =
        NamedSweep.tuned(
            yaml,
            2,
            3,
            (name, cell) -> {
              int best = name.equals("gated") ? 1 : 3;
              return Math.abs(Integer.parseInt(cell.text(key)) - best)
                  - (name.equals("gated") ? .5 : 0);
            });
    CellPairs pairs = CellPairs.of(of).orElseThrow();
    CellPair pair = pairs.pairs().get(0);

    assertThat(pairs.tuned()).containsExactly(key);
    assertThat(pairs.choice().label())
        .isEqualTo("values chosen on tuning seeds, cells compared on fresh seeds");
    assertThat(pairs.where()).isEmpty();
    assertThat(pair.n()).isEqualTo(3);
    assertThat(pair.difference()).isCloseTo(-.5, within(1e-9));
    assertThat(pair.at()).endsWith("=1");
    assertThat(pair.controlAt()).endsWith("=3");
    assertThat(pair.uneven()).isEmpty();
  }

  /** One seed does not tell a best value from a lucky one. */
  @Test
  void afterOneSeedNoOtherValuesAreAdvised() throws Exception {
    String yaml =
        """
        sweep: rates
        cells: {plain: {}, gate: {attention.gate: learned}}
        axes: {train.learning-rate: [1e-3, 3e-3, 1e-2]}
        replicates: %d
        objective: {metric: loss, goal: minimize}
        """;
    ToDoubleBiFunction<String, Configuration> loss =
        (name, cell) -> Double.parseDouble(cell.text("train.learning-rate"));

    assertThat(edges(yaml.formatted(2), 2, loss)).isNotEmpty();
    assertThat(edges(yaml.formatted(1), 1, loss)).isEmpty();
  }

  /** Of three rates that do nothing, the best is at an end in two of three sweeps. */
  @Test
  void anIdleRateIsSeldomSaidToBeBestAtAnEdge() throws Exception {
    String yaml =
        """
        sweep: idle
        cells:
          plain: {}
          gate: {attention.gate: learned}
        axes: {train.learning-rate: [1e-3, 3e-3, 1e-2]}
        replicates: 5
        objective: {metric: loss, goal: minimize}
        """;
    int told = 0;
    for (int i = 0; i < 200; i++) {
      double[][] noise = NamedSweep.noise(6, 5, 1, new Random(i));
      told +=
          CellPairs.of(NamedSweep.run(yaml, 5, (name, cell) -> 0, noise))
                  .orElseThrow()
                  .edges()
                  .isEmpty()
              ? 0
              : 1;
    }

    assertThat(told).isLessThan(20);
  }

  private static List<String> edges(
      String yaml, int seeds, ToDoubleBiFunction<String, Configuration> loss) throws Exception {
    return CellPairs.of(NamedSweep.run(yaml, seeds, loss, new double[6][seeds]))
        .orElseThrow()
        .edges();
  }

  @Test
  void eachHeldSettingHasTheRateThatWasCompared() throws Exception {
    Observations of =
        NamedSweep.run(
            """
            sweep: widths
            axes:
              attention.gate: [learned, none]
              model.width: [104, 136]
              train.learning-rate: [1e-3, 3e-3, 1e-2]
            replicates: 5
            objective: {metric: loss, goal: minimize}
            """,
            5,
            (name, cell) -> {
              boolean wide = cell.text("model.width").equals("136");
              double rate = Math.log10(Double.parseDouble(cell.text("train.learning-rate")));
              boolean learned = cell.text("attention.gate").equals("learned");
              return Math.abs(rate - (wide && learned ? -3 : -2)) - (learned ? 1 : 0);
            },
            NamedSweep.noise(12, 5, 0.01, new Random(1)));
    CellPairs pairs = CellPairs.of(of).orElseThrow();
    CellPair pair = pairs.pairs().get(0);

    assertThat(pair.difference()).isCloseTo(-1, within(0.05));
    assertThat(pair.at()).isEqualTo("varies");
    assertThat(pair.controlAt()).isEqualTo("learning-rate=0.01");
    assertThat(pair.settings())
        .extracting(
            CellPair.PairSetting::held, CellPair.PairSetting::at, CellPair.PairSetting::controlAt)
        .containsExactlyInAnyOrder(
            tuple("width=104", "learning-rate=0.01", "learning-rate=0.01"),
            tuple("width=136", "learning-rate=0.001", "learning-rate=0.01"));
    assertThat(pairs.where()).contains("averaged over width=104; width=136");
    assertThat(pairs.edges())
        .containsExactly(
            "best learning-rate of gate=learned at width=136 is the smallest tried: try smaller in a new sweep with another seed (--extend costs a look)",
            "best learning-rate of gate=learned at width=104; gate=none is the largest tried: try larger in a new sweep with another seed (--extend costs a look)");
  }

  /** A random search gives cells settings of their own; a row averages those of both. */
  @Test
  void settingsThatARowLacksAreNotSaidToBeAveraged() {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < 3; seed++) {
      for (String cell : List.of("none 64", "none 96", "learned 64", "learned 96", "computed 64")) {
        String[] of = cell.split(" ");
        Configuration at = new Configuration(Map.of("attention.gate", of[0], "model.width", of[1]));
        runs.add(new Run(cell + seed, at, seed, seed + cell.length()));
      }
    }
    Observations of = Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);

    assertThat(CellPairs.of(of).orElseThrow().where())
        .contains("averaged over those settings that both cells have, of width=64; width=96");
  }

  /** As a number of steps to a target that no seed reaches at one value of a cell. */
  @Test
  void valuesAtWhichACellNeverReportsTheMetricWereTriedToo() {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < 3; seed++) {
      for (String cell : List.of("none .1", "learned .1", "learned .2")) {
        runs.add(new Run(cell + seed, gateAtRate(cell), seed, seed + cell.length()));
      }
    }
    Observations of = Observations.of("steps", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
    List<CellSummary> summaries = new ArrayList<>(of.summaries());
    summaries.add(new CellSummary(gateAtRate("none .2"), 0, 0, false, Summary.of(new double[0])));
    Observations reported =
        new Observations(
            of.metric(),
            of.goal(),
            of.factors(),
            of.runs(),
            of.failures(),
            of.stops(),
            of.rejected(),
            summaries,
            of.excluded(),
            of.names(),
            false,
            false,
            of.looks(),
            Optional.empty(),
            Optional.empty());

    assertThat(verdicts(of)).containsExactly(CellPair.PairVerdict.UNLIKE);
    assertThat(verdicts(reported)).doesNotContain(CellPair.PairVerdict.UNLIKE);
  }

  private static Configuration gateAtRate(String cell) {
    String[] of = cell.split(" ");
    return new Configuration(Map.of("attention.gate", of[0], "train.learning-rate", of[1]));
  }

  private static List<CellPair.PairVerdict> verdicts(Observations of) {
    return CellPairs.of(of).orElseThrow().pairs().stream().map(CellPair::verdict).toList();
  }

  @Test
  void tooFewSeedsForAnyRowAreTold() throws Exception {
    // By hand, of four rows: 4 * 2 * 4^-3 = .125 of three seeds, and .03125 of four.
    assertThat(ofSeeds(3).tooFewSeeds())
        .contains(
            "3 seeds cannot decide a comparison of cells: at best they give an unadjusted p of .0313, and a verdict"
                + " needs .0125 or less (.05 shared by 4 comparisons); use 4 or more");
    assertThat(ofSeeds(4).tooFewSeeds()).isEmpty();
    assertThat(ofSeeds(1).tooFewSeeds()).isEmpty();
  }

  private static CellPairs ofSeeds(int seeds) throws Exception {
    String file = AT_EQUAL_PARAMETERS.replace("replicates: 3", "replicates: " + seeds);
    double[][] noise = NamedSweep.noise(15, seeds, 0.002, new Random(4));
    return CellPairs.of(NamedSweep.run(file, seeds, TestCellPairs::loss, noise)).orElseThrow();
  }

  @Test
  void oneSeedIsNoTest() throws Exception {
    Observations of =
        NamedSweep.run(
            AT_EQUAL_PARAMETERS, 1, TestCellPairs::loss, NamedSweep.noise(15, 1, 0, new Random(1)));

    assertThat(CellPairs.of(of).orElseThrow().pairs())
        .allSatisfy(
            pair -> {
              assertThat(pair.verdict()).isEqualTo(CellPair.PairVerdict.UNTESTED);
              assertThat(pair.interval().low()).isNaN();
              assertThat(pair.adjusted()).isNaN();
            });
  }
}
