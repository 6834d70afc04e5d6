package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

/** Cells that have no row in the table of pairs. */
class TestUnpaired {

  private static final String FILE =
      """
      sweep: gates
      cells: {plain: {}, gated: {attention.gate: learned}, wide: {model.width: 128}}
      replicates: 2
      objective: {metric: loss, goal: minimize}
      """;

  private SweepState state;
  private List<Configuration> cells;

  private void open(String file, int trials) throws Exception {
    SweepSpec spec = SpecFile.read("gates.yaml", file, Map.of(), SampleCatalog.CATALOG);
    SweepHeader header = SpecHeader.of(spec, trials, 1, Map.of());
    state = new SweepState(new Event.Opened(header, 1, Events.NOON));
    cells = List.copyOf(spec.comparison().cells().values());
  }

  private Trial started(int cell, int seed) {
    Trial trial = Trial.of(2 * cell + seed, cells.get(cell), seed, 0);
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    return trial;
  }

  private void finished(int cell, int seed) {
    state.apply(Events.finished(started(cell, seed), 1, 1 + cell + 0.1 * seed * seed));
  }

  private void stopped(int cell, int seed) {
    state.apply(
        new Event.Stopped(
            started(cell, seed).id(), 1, 3, "asha", Map.of("loss", 1.0), Map.of(), Events.NOON));
  }

  private void completed() {
    state.apply(new Event.Completed("done", Events.NOON));
  }

  private List<String> notes() {
    return CellPairs.of(Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE)))
        .map(CellPairs::unpaired)
        .orElse(List.of());
  }

  @Test
  void aCellWhoseEveryTrialWasStoppedIsNamed() throws Exception {
    open(FILE, 6);
    for (int seed = 0; seed < 2; seed++) {
      finished(0, seed);
      stopped(1, seed);
      finished(2, seed);
    }
    completed();

    assertThat(notes())
        .containsExactly("not compared: gated (each trial that ended was stopped early)");
  }

  @Test
  void itIsNamedWhereOneCellAloneHasFinished() throws Exception {
    open(FILE.replace(", wide: {model.width: 128}", ""), 4);
    for (int seed = 0; seed < 2; seed++) {
      finished(0, seed);
      stopped(1, seed);
    }
    completed();

    assertThat(notes())
        .containsExactly("not compared: gated (each trial that ended was stopped early)");
  }

  @Test
  void aPairWhoseTrialsAreOpenIsNotComparedYet() throws Exception {
    open(FILE, 6);
    finished(0, 0);
    finished(1, 1);
    finished(2, 0);
    started(0, 1);

    assertThat(notes()).containsExactly("not compared yet: gated (no seed in common with plain)");
  }

  /** The rate with the most seeds so far need not be the best. */
  @Test
  void noTunedValueIsChosenWhileTrialsAreOpen() throws Exception {
    open(FILE + "axes: {train.learning-rate: [1e-3, 3e-3, 1e-2]}\n", 27);
    int trials = 0;
    for (Configuration cell : cells) {
      for (String rate : List.of("0.001", "0.003", "0.01")) {
        for (int seed = 0; seed < 3; seed++) {
          Trial trial = Trial.of(trials++, cell.with("train.learning-rate", rate), seed, 0);
          state.apply(Events.suggested(trial));
          state.apply(Events.started(trial, 1));
          if (rate.equals("0.001") || seed == 0) {
            state.apply(Events.finished(trial, 1, 1 - Double.parseDouble(rate)));
          }
        }
      }
    }
    CellPairs pairs =
        CellPairs.of(Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE)))
            .orElseThrow();

    assertThat(pairs.pairs()).isEmpty();
    assertThat(pairs.edges()).isEmpty();
    assertThat(pairs.tuning()).isEmpty();
    assertThat(pairs.unpaired())
        .containsExactly(
            "cells are compared at their best learning-rate once all trials have ended");
  }

  /** Two cells of a random search: the kind is idle, and n makes the difference. */
  @Test
  void cellsWhoseOtherAxesAlwaysChangeWithThemAreNotCompared() {
    Observations of =
        together(
            Map.of("kind", "x", "n", "3", "train.lr", ".89"),
            Map.of("kind", "y", "n", "1", "train.lr", ".45"));
    CellPairs pairs = CellPairs.of(of).orElseThrow();

    assertThat(pairs.pairs()).isEmpty();
    assertThat(pairs.unpaired())
        .containsExactly("not compared: kind=y (no value of n in common with kind=x)");
    assertThat(SweepAnalysis.of(of).comparisons())
        .extracting(PairedComparison::axis)
        .containsExactly("kind");
    assertThat(of.axisLabel("kind")).isEqualTo("kind (with n, train.lr)");
  }

  /** Seeds 0 and 1 average n=1 and n=2, seed 2 has n=1 alone, seed 3 another n in each cell. */
  @Test
  void seedsThatLackSettingsAreTold() {
    List<Run> runs = new ArrayList<>();
    for (String kind : List.of("x", "y")) {
      for (String n : List.of("1", "2")) {
        runs.add(run(kind, n, 0));
        runs.add(run(kind, n, 1));
      }
      runs.add(run(kind, "1", 2));
    }
    assertThat(pair(runs).uneven())
        .contains(
            "kind=y beside kind=x: seeds that lack trials at some of the 2 settings: 1;"
                + " each seed averages the settings that both cells have");
    runs.add(run("x", "1", 3));
    runs.add(run("y", "2", 3));
    assertThat(pair(runs).uneven().orElseThrow()).contains("settings: 2;");
    assertThat(pair(runs).n()).isEqualTo(3);
    runs.removeIf(run -> run.replicate() > 1);
    assertThat(pair(runs).uneven()).isEmpty();
  }

  private static Run run(String kind, String n, int seed) {
    Configuration cell = new Configuration(Map.of("kind", kind, "n", n));
    return new Run(kind + n + seed, cell, seed, seed + (kind.equals("x") ? 1 : 2));
  }

  private static CellPair pair(List<Run> runs) {
    return CellPairs.of(Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE))
        .orElseThrow()
        .pairs()
        .get(0);
  }

  @Test
  void aTunedKeyThatChangesWithTheCellsIsNamed() {
    Observations of =
        together(Map.of("kind", "x", "train.lr", ".89"), Map.of("kind", "y", "train.lr", ".45"));
    CellPairs pairs = CellPairs.of(of).orElseThrow();

    assertThat(pairs.tuned()).containsExactly("train.lr");
    assertThat(pairs.pairs().get(0).at()).isEqualTo("lr=0.45");
    assertThat(pairs.pairs().get(0).controlAt()).isEqualTo("lr=0.89");
  }

  private static Observations together(Map<String, String> better, Map<String, String> worse) {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < 5; seed++) {
      runs.add(new Run("a" + seed, new Configuration(better), seed, 2 + .01 * seed * seed));
      runs.add(new Run("b" + seed, new Configuration(worse), seed, 4 + .02 * seed));
    }
    return Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
  }

  /** A search draws single trials that nothing makes comparable, also before its end. */
  @Test
  void aSearchThatStillRunsComparesNothing() throws Exception {
    open(FILE + "search: {method: tpe, trials: 9}\n", 9);
    cells =
        List.of(
            new Configuration(Map.of("attention.gate", "none", "model.width", "64")),
            new Configuration(Map.of("attention.gate", "learned", "model.width", "128")));
    finished(0, 0);
    finished(1, 0);

    assertThat(CellPairs.of(Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE))))
        .isEmpty();
  }
}
