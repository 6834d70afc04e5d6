package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

class TestSweepAnalysis {

  private static final int SWEEPS = 200;

  /** Of 200 at 95 %, fewer than 181 happen with probability .003; more than 199 with .0004. */
  private static final int LEAST_COVERED = 181;

  private static final Map<String, List<String>> AXES =
      Map.of(
          "gate", List.of("none", "learned", "computed"),
          "layers", List.of("1", "2"),
          "rate", List.of("1e-4", "1e-3", "1e-2"));

  private static final KnownSweep NOISE = new KnownSweep(AXES, cell -> 1, 3, 0.5, 1);

  /** The gate matters most, then the rate; layers matter only with the learned gate. */
  private static final KnownSweep EFFECTS =
      new KnownSweep(
          AXES,
          cell ->
              2 * List.of("learned", "computed", "none").indexOf(cell.get("gate"))
                  + 0.8 * Math.abs(Math.log10(Double.parseDouble(cell.get("rate"))) + 3)
                  + (cell.get("gate").equals("learned") && cell.get("layers").equals("2")
                      ? -1.5
                      : 0),
          3,
          0.5,
          0.3);

  @Test
  void ranksKnownEffectsRightInEveryOfTwoHundredSweeps() {
    for (int i = 0; i < SWEEPS; i++) {
      SweepAnalysis analysis = SweepAnalysis.of(EFFECTS.run(new Random(i)));

      assertThat(analysis.main())
          .as("sweep %d", i)
          .extracting(effect -> effect.axes().get(0))
          .containsExactly("gate", "rate", "layers");
      assertThat(analysis.main().get(0).shown()).isTrue();
      assertThat(analysis.interactions().get(0).axes()).containsExactly("gate", "layers");
      assertThat(analysis.interactions().get(0).shown()).isTrue();
      assertThat(analysis.best().orElseThrow().cell().values())
          .containsEntry("gate", "learned")
          .containsEntry("layers", "2");
    }
  }

  @Test
  void findsNoEffectInNoiseButInFiveOfAHundredSweeps() {
    long found =
        IntStream.range(0, SWEEPS)
            .filter(i -> SweepAnalysis.of(NOISE.run(new Random(i))).found())
            .count();

    // Of 200 at 5 %, more than 18 happen with probability .01.
    assertThat(found).isLessThanOrEqualTo(18);
  }

  @Test
  void noComparisonIsShownInNoiseWithoutAnEffect() {
    for (int i = 0; i < SWEEPS; i++) {
      SweepAnalysis analysis = SweepAnalysis.of(NOISE.run(new Random(i)));
      assertThat(
              analysis.found()
                  || analysis.comparisons().stream().noneMatch(PairedComparison::shown))
          .as("sweep %d", i)
          .isTrue();
    }
  }

  @Test
  void intervalsOfComparisonsCoverTheTruth() {
    int covered = 0;
    for (int i = 0; i < SWEEPS; i++) {
      PairedComparison found =
          SweepAnalysis.of(EFFECTS.run(new Random(i))).comparisons().stream()
              .filter(c -> c.axis().equals("gate") && c.first().equals("computed"))
              .filter(c -> c.second().equals("none"))
              .findFirst()
              .orElseThrow();
      covered += found.interval().low() <= -2 && found.interval().high() >= -2 ? 1 : 0;
    }
    assertThat(covered).isBetween(LEAST_COVERED, 199);
  }

  @Test
  void theBestCellsIntervalCoversItsTruthAlthoughItWasChosenForItsLuck() {
    for (KnownSweep sweep :
        List.of(
            NOISE,
            EFFECTS,
            new KnownSweep(AXES, cell -> 1, 3, 0, 1),
            new KnownSweep(AXES, EFFECTS.truth(), 5, 2, 1),
            new KnownSweep(Map.of("gate", List.of("a", "b")), cell -> 1, 3, 1, 1))) {
      int covered = 0;
      for (int i = 0; i < SWEEPS; i++) {
        BestCell best = SweepAnalysis.of(sweep.run(new Random(i))).best().orElseThrow();
        double truth = sweep.truth().applyAsDouble(best.cell().values());
        covered += best.low() <= truth && truth <= best.high() ? 1 : 0;
      }
      assertThat(covered).as("%s", sweep).isGreaterThanOrEqualTo(LEAST_COVERED);
    }
  }

  @Test
  void stoppedTrialsAndThoseWithoutANumberAreCountedAndLeftOut() {
    SweepState state = new SweepState(Events.opened());
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      trials.add(Events.trial(i, 0));
      state.apply(Events.suggested(trials.get(i)));
      state.apply(Events.started(trials.get(i), 1));
    }
    state.apply(Events.finished(trials.get(0), 1, 3));
    state.apply(Events.finished(trials.get(1), 1, Double.NaN));
    state.apply(
        new Event.Stopped(
            trials.get(2).id(), 1, 5, "median", Map.of("loss", 1.0), Map.of(), Events.NOON));

    Observations of = Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE));

    assertThat(of.runs()).extracting(Run::value).containsExactly(3.0);
    assertThat(of.excluded().stopped()).isEqualTo(1);
    assertThat(of.excluded().withoutValue()).isEqualTo(1);
    assertThat(of.excluded().open()).isPositive();
    assertThat(of.excluded().ended()).isFalse();
  }

  @Test
  void oneTrialAndNoneSayNothingAndBreakNothing() {
    Observations none =
        Observations.of("loss", Optional.of(Goal.MINIMIZE), List.of(), KnownSweep.NONE);
    Observations one =
        Observations.of(
            "loss",
            Optional.of(Goal.MINIMIZE),
            List.of(new Run("a-0", new Configuration(Map.of("gate", "none")), 0, 1.5)),
            KnownSweep.NONE);

    assertThat(SweepAnalysis.of(none).best()).isEmpty();
    assertThat(SweepAnalysis.of(one).best().orElseThrow().cellSummary().summary().mean())
        .isEqualTo(1.5);
    assertThat(SweepAnalysis.of(one).best().orElseThrow().low()).isNaN();
    assertThat(SweepAnalysis.of(one).found()).isFalse();
  }

  @Test
  void fourHundredAxesOnFortyTrialsAreTakenOneByOne() {
    Random random = new Random(7);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Map<String, String> values = new TreeMap<>();
      for (int axis = 0; axis < 400; axis++) {
        values.put("axis-%03d".formatted(axis), String.valueOf(random.nextInt(3)));
      }
      double value = 5 * Integer.parseInt(values.get("axis-123")) + random.nextGaussian();
      runs.add(new Run(i + "-0", new Configuration(values), 0, value));
    }

    SweepAnalysis analysis =
        SweepAnalysis.of(
            Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE));

    assertThat(analysis.adjusted()).isFalse();
    assertThat(analysis.main().get(0).axes()).containsExactly("axis-123");
    assertThat(analysis.main().stream().filter(Effect::shown)).hasSize(1);
  }

  /** The axes of one option: the option matters, its own axes do not. */
  @Test
  void idleAxesOfAnOptionThatMattersAreShownInFewSweeps() {
    int shown = 0;
    for (int i = 0; i < SWEEPS; i++) {
      SweepAnalysis analysis = SweepAnalysis.of(optionWithAxesOfItsOwn(0, new Random(i)));
      assertThat(analysis.cells().orElseThrow().shown()).isTrue();
      shown +=
          analysis.main().stream()
                  .anyMatch(effect -> effect.shown() && !effect.axes().contains("gate"))
              ? 1
              : 0;
    }
    assertThat(shown).isLessThanOrEqualTo(18); // of 200 at 5 %, more with probability .01
  }

  @Test
  void anAxisOfAnOptionIsShownWhereItMattersAmongTheOptionsCells() {
    SweepAnalysis analysis = SweepAnalysis.of(optionWithAxesOfItsOwn(1, new Random(1)));
    assertThat(analysis.main().stream().filter(Effect::shown).map(Effect::axes))
        .contains(List.of("gate.t"))
        .doesNotContain(List.of("gate.f"));
  }

  /** Gates none, learned and formula; the last, 10 worse, has two axes of its own. */
  private static Observations optionWithAxesOfItsOwn(double ofT, Random random) {
    List<Map<String, String>> cells = new ArrayList<>();
    cells.add(Map.of("gate", "none"));
    cells.add(Map.of("gate", "learned"));
    for (String t : List.of("1", "2")) {
      for (String f : List.of("sin", "tanh")) {
        cells.add(Map.of("gate", "formula", "gate.t", t, "gate.f", f));
      }
    }
    List<Run> runs = new ArrayList<>();
    for (Map<String, String> cell : cells) {
      double truth = cell.get("gate").equals("formula") ? 10 : 0;
      truth += ofT * Double.parseDouble(cell.getOrDefault("gate.t", "0"));
      for (int seed = 0; seed < 5; seed++) {
        double value = truth + 0.2 * random.nextGaussian();
        runs.add(new Run("t", new Configuration(cell), seed, value));
      }
    }
    return Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
  }

  @Test
  void cellsThatLeaveOnePlainCellOneByOneAreToldApart() {
    Random random = new Random(4);
    List<Run> runs = new ArrayList<>();
    List<Map<String, String>> cells =
        List.of(
            Map.of("query", "current", "key", "current", "layers", "1"),
            Map.of("query", "shift", "key", "current", "layers", "1"),
            Map.of("query", "current", "key", "shift", "layers", "1"),
            Map.of("query", "current", "key", "current", "layers", "2"));
    for (Map<String, String> cell : cells) {
      boolean copies = cell.get("key").equals("shift") || cell.get("layers").equals("2");
      for (int seed = 0; seed < 5; seed++) {
        double value = (copies ? 0.99 : 0.15) + 0.01 * random.nextGaussian();
        runs.add(new Run("t", new Configuration(cell), seed, value));
      }
    }

    SweepAnalysis analysis =
        SweepAnalysis.of(
            Observations.of("accuracy", Optional.of(Goal.MAXIMIZE), runs, KnownSweep.NONE));

    assertThat(analysis.adjusted()).isTrue();
    assertThat(analysis.main().stream().filter(Effect::shown).map(Effect::axes))
        .containsExactlyInAnyOrder(List.of("key"), List.of("layers"));
    assertThat(analysis.cells().orElseThrow().shown()).isTrue();
    assertThat(analysis.comparisons().get(0).shown()).isTrue();
  }

  @Test
  void parametersThatChangeTogetherAreOneFactor() {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Configuration cell =
          new Configuration(
              i % 2 == 0
                  ? Map.of("kernel", "6", "depth", "2", "gate", i < 2 ? "a" : "b")
                  : Map.of("kernel", "11", "depth", "4", "gate", i < 2 ? "a" : "b"));
      runs.add(new Run(i + "-0", cell, 0, i));
    }
    Observations of = Observations.of("loss", Optional.empty(), runs, KnownSweep.NONE);

    assertThat(of.factors()).extracting(Factor::key).containsExactly("depth", "gate");
    assertThat(of.factors().get(0).together()).containsExactly("kernel");
    assertThat(SweepAnalysis.of(of).best()).isEmpty();
  }

  /** Half of a cell's seeds failed: its survivors must not be shown to be better. */
  @Test
  void survivorsAreComparedByRanksAndNotShown() throws Exception {
    String file =
        """
        sweep: two
        cells:
          plain: {}
          gate: {attention.gate: learned}
        replicates: 8
        objective: {metric: loss, goal: minimize}
        """;
    for (boolean fails : new boolean[] {false, true}) {
      double[][] noise = new double[2][8];
      for (int seed = 0; seed < 8; seed++) {
        noise[0][seed] = 0.01 * seed;
        noise[1][seed] = fails && seed < 4 ? Double.NaN : -0.5 + 0.02 * seed;
      }
      SweepAnalysis of = SweepAnalysis.of(NamedSweep.run(file, 8, (name, cell) -> 1, noise));

      assertThat(of.comparisons()).hasSize(1);
      PairedComparison gates = of.comparisons().get(0);
      assertThat(gates.shown()).isEqualTo(!fails);
      assertThat(gates.failed()).isEqualTo(fails ? 4 : 0);
      assertThat(gates.ranks()).isEqualTo(fails);
      assertThat(gates.interval().high() > 0).isEqualTo(fails);
      assertThat(Double.isNaN(gates.effectSize())).isEqualTo(fails);
      assertThat(of.main()).noneMatch(effect -> fails && effect.shown());
    }
  }
}
