package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

/** A budget that grows until a verdict shows would choose the number of seeds by results. */
class TestBudgets {

  private static final String FILE =
      """
      sweep: gates
      cells: {plain: {}, gated: {attention.gate: learned}}
      replicates: 8
      budget: {trials: %d}
      objective: {metric: loss, goal: minimize}
      """;

  private int seeds;

  @Test
  void seedsThatABudgetLeavesOutAreOpen() throws Exception {
    SweepState state = new SweepState(opened(1, 8));
    for (int epoch = 1; epoch <= 3; epoch++) {
      int budget = 6 + 2 * epoch;
      state.apply(opened(epoch, budget));
      run(state, budget / 2);
      state.apply(new Event.Suspended(true, "the budget of trials is used up", Events.NOON));
      Observations of = observed(state);

      assertThat(of.excluded().ended()).isFalse();
      assertThat(of.excluded().open()).as("nobody knows").isZero();
      assertThat(verdict(of)).isEqualTo(CellPair.PairVerdict.UNFINISHED);
      assertThat(SweepAnalysis.of(of).found()).isFalse();
    }
    state.apply(opened(4, 16));
    run(state, 8);
    assertThat(observed(state).excluded().ended()).as("before the end is recorded").isFalse();
    assertThat(observed(state).excluded().open()).isZero();
    state.apply(new Event.Completed("done", Events.NOON));

    assertThat(observed(state).excluded().ended()).isTrue();
    assertThat(verdict(observed(state))).isEqualTo(CellPair.PairVerdict.WORSE);
  }

  private void run(SweepState state, int until) throws Exception {
    List<Configuration> cells = List.copyOf(spec(8).comparison().cells().values());
    for (; seeds < until; seeds++) {
      for (int cell = 0; cell < 2; cell++) {
        Trial trial = Trial.of(2 * seeds + cell, cells.get(cell), seeds, 0);
        state.apply(Events.suggested(trial));
        state.apply(Events.started(trial, 1));
        state.apply(Events.finished(trial, 1, 1 + cell + .01 * seeds * (cell + 1)));
      }
    }
  }

  private static Observations observed(SweepState state) {
    return Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE));
  }

  private static CellPair.PairVerdict verdict(Observations of) {
    return CellPairs.of(of).orElseThrow().pairs().get(0).verdict();
  }

  private static Event.Opened opened(int epoch, int budget) throws Exception {
    return new Event.Opened(SpecHeader.of(spec(budget), budget, 1, Map.of()), epoch, Events.NOON);
  }

  private static SweepSpec spec(int budget) throws Exception {
    return SpecFile.read("gates.yaml", FILE.formatted(budget), Map.of(), SampleCatalog.CATALOG);
  }
}
