package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sweeps of which one axis matters and three do nothing, run by a search and stopped early. */
class TestSearchedSweeps {

  private static final int SWEEPS = 60;

  private static final String SPEC =
      """
      sweep: searched
      objective: {metric: loss, goal: minimize}
      seed: %d
      axes:
        attention.gate: [none, learned, computed]
        model.width: [32, 64]
        train.dropout: {uniform: [0, 0.3]}
        train.learning-rate: {log-uniform: [1e-4, 3e-2]}
      search: {method: %s, trials: %d}
      """;

  /** Stopping looks at results too, but an idle axis has nothing to do with who is stopped. */
  @Test
  void idleAxesAreShownInFewRandomSweepsAlsoWhereTrialsAreStopped() throws Exception {
    int shown = 0;
    for (int seed = 0; seed < SWEEPS; seed++) {
      shown += idleShown(SweepAnalysis.of(sweep("random", 40, seed))) ? 1 : 0;
    }
    assertThat(shown).isLessThanOrEqualTo(7); // of 60 at 5 %, more with probability .01
  }

  /** Tested like a random search, this one would show idle axes in 11 of 60 sweeps. */
  @ParameterizedTest
  @CsvSource({"gaussian-process, 24", "tpe, 40"})
  void nothingIsTestedWhereTheSearchChoseTheCells(String method, int trials) throws Exception {
    Observations of = KnownSweep.bySearch(sweep(method, trials, 3));
    SweepAnalysis analysis = SweepAnalysis.of(of);

    assertThat(analysis.main()).noneMatch(Effect::shown).allMatch(effect -> effect.share() >= 0);
    assertThat(analysis.interactions()).noneMatch(Effect::shown);
    assertThat(analysis.comparisons())
        .noneMatch(PairedComparison::shown)
        .allMatch(comparison -> Double.isNaN(comparison.probability()))
        .allMatch(comparison -> Double.isNaN(comparison.adjusted()))
        .allMatch(comparison -> Double.isNaN(comparison.interval().low()));
    assertThat(analysis.testable()).isFalse();
    assertThat(analysis.found()).isFalse();
    assertThat(analysis.pairs().map(CellPairs::pairs).orElse(List.of()))
        .noneMatch(pair -> pair.adjusted() <= 1);
    Importances importances = Importances.of(analysis).orElseThrow();
    assertThat(importances.axes()).noneMatch(Importances.AxisImportance::tested);
    assertThat(importances.axes()).noneMatch(Importances.AxisImportance::shown);
    assertThat(importances.axes().get(0).axis()).isEqualTo("train.learning-rate");
  }

  /** More seeds of it would test nothing either, so one seed is not the reason. */
  @Test
  void aRowOfOneSeedSaysTooThatTheSearchChoseItsCells() {
    List<Run> runs = new ArrayList<>();
    for (String gate : List.of("none", "learned", "computed")) {
      Configuration cell = new Configuration(Map.of("attention.gate", gate));
      for (int seed = 0; seed < (gate.equals("computed") ? 1 : 2); seed++) {
        runs.add(new Run(gate + seed, cell, seed, gate.length() + .1 * seed));
      }
    }
    Observations of =
        KnownSweep.bySearch(
            Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE));

    assertThat(CellPairs.of(of).orElseThrow().pairs())
        .extracting(CellPair::verdict)
        .hasSizeGreaterThan(1)
        .containsOnly(CellPair.PairVerdict.SEARCHED);
  }

  /** A forest gave the idle clip 93 %, and predicted unseen cells well. */
  @Test
  void aSearchThatChangedAxesTogetherHasNoImportances() {
    SweepAnalysis together = SweepAnalysis.of(KnownSweep.bySearch(weightsAndClip(true)));
    assertThat(together.tied()).containsExactlyInAnyOrder("attention.weights", "train.clip");
    assertThat(Importances.of(together)).isEmpty();

    SweepAnalysis apart = SweepAnalysis.of(KnownSweep.bySearch(weightsAndClip(false)));
    assertThat(apart.tied()).isEmpty();
    assertThat(Importances.of(apart).orElseThrow().axes().get(0).axis())
        .isEqualTo("attention.weights");
  }

  /** Weights matter, the clip does not: small with one option, if they go together. */
  private static Observations weightsAndClip(boolean together) {
    Random random = new Random(7);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      boolean softmax = random.nextBoolean();
      boolean small = together ? softmax : random.nextBoolean();
      Map<String, String> values =
          Map.of(
              "attention.weights", softmax ? "softmax" : "linear",
              "train.clip", String.valueOf((small ? 0.1 : 1) * (1 + random.nextDouble())),
              "train.learning-rate", String.valueOf(0.001 * (1 + random.nextDouble())));
      double loss = (softmax ? 1 : 2) + 0.1 * random.nextGaussian();
      runs.add(new Run("t" + i, new Configuration(values), 0, loss));
    }
    return Observations.of(
        "loss", Optional.of(Goal.MINIMIZE), runs, new Observations.Excluded(0, 0, 0, true, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"auto, trials 9", "tpe, trials 9", "mine", "random, seeds promising, trials 9"})
  void theSpecTellsThatASearchLooksAtResults(String search) {
    assertThat(searched(search)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"grid", "random, trials 9", "sobol, trials 9"})
  void theSpecTellsThatASearchDoesNot(String search) {
    assertThat(searched(search)).isFalse();
  }

  private static boolean searched(String search) {
    String text = "sweep: sample\nsearch: " + search + "\n";
    SweepState state = new SweepState(new Event.Opened(Events.header(text), 1, Events.NOON));
    state.apply(new Event.Completed("done", Events.NOON));
    return Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE)).searched();
  }

  private static boolean idleShown(SweepAnalysis analysis) {
    return analysis.main().stream()
        .anyMatch(effect -> effect.shown() && !effect.axes().contains("train.learning-rate"));
  }

  /** A trial that does worse than the best third so far is stopped. */
  private static Observations sweep(String method, int trials, int seed) throws Exception {
    String text = SPEC.formatted(seed, method, trials);
    SweepSpec spec = SpecFile.read("s.yaml", text, Map.of(), SampleCatalog.CATALOG);
    Search search = spec.newSearch(SampleCatalog.CATALOG);
    Random random = new Random(seed);
    List<Run> runs = new ArrayList<>();
    List<Double> losses = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run run) {
      Trial trial = run.trial();
      Configuration cell = trial.configuration();
      double off = Math.log10(Double.parseDouble(cell.text("train.learning-rate"))) + 2.5;
      double loss = off * off + 0.02 * random.nextGaussian();
      losses.add(loss);
      long better = losses.stream().filter(other -> other < loss).count();
      boolean stopped = losses.size() > 3 && better > losses.size() / 3;
      if (!stopped) {
        runs.add(new Run(trial.id(), cell, 0, loss));
      }
      search.tell(
          new Observation(
              trial,
              stopped ? Observation.Outcome.STOPPED : Observation.Outcome.FINISHED,
              OptionalDouble.of(loss),
              100,
              Map.of("loss", loss)));
    }
    return Observations.of(
        "loss",
        Optional.of(Goal.MINIMIZE),
        runs,
        new Observations.Excluded(trials - runs.size(), 0, 0, true, 0, 0));
  }
}
