package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.statistics.Summary;
import org.junit.jupiter.api.Test;

class TestCellSummary {

  @Test
  void summarisesReplicatesOfEachCellBestFirst() {
    SweepState state = new SweepState(Events.opened());
    finish(state, Events.trial(0, 0), 3);
    finish(state, Events.trial(0, 1), 5);
    finish(state, Events.trial(1, 0), 1);
    state.apply(Events.suggested(Events.trial(2, 0)));

    List<CellSummary> cells = CellSummary.of(state.view());

    assertThat(cells)
        .extracting(cell -> cell.configuration().text("train.steps"))
        .containsExactly("2", "1", "3");
    assertThat(cells.get(1).summary()).isEqualTo(new Summary(2, 4, Math.sqrt(2)));
    assertThat(cells.get(2).summary().n()).isZero();
  }

  @Test
  void whatWasStoppedIsInNoMeanOfWhatFinished() {
    SweepState state = new SweepState(Events.opened());
    stop(state, Events.trial(0, 1), 2);
    stop(state, Events.trial(0, 2), 2);
    stop(state, Events.trial(1, 0), 0.1);
    List<CellSummary> stopped = CellSummary.of(state.view());
    finish(state, Events.trial(0, 0), 0.7);
    List<CellSummary> cells = CellSummary.of(state.view());

    assertThat(stopped)
        .extracting(CellSummary::summary)
        .containsExactly(new Summary(1, 0.1, Double.NaN), new Summary(2, 2, 0));
    assertThat(cells)
        .extracting(CellSummary::summary)
        .containsExactly(new Summary(1, 0.7, Double.NaN), Summary.of(new double[0]));
    assertThat(cells)
        .extracting(CellSummary::count)
        .containsExactly("1, 2 stopped", "0, 1 stopped");
  }

  @Test
  void tuningSeedsJudgeNoCell() {
    SweepState state = new SweepState(Events.opened());
    finish(state, Events.trial(0, Tuning.FIRST_SEED), 0.5);
    finish(state, Events.trial(1, Tuning.FIRST_SEED), 0.1);
    assertThat(CellSummary.of(state.view()))
        .extracting(CellSummary::count)
        .containsExactly("1 on tuning seeds", "1 on tuning seeds");
    finish(state, Events.trial(0, 0), 0.9);
    finish(state, Events.trial(0, 1), 0.9);

    List<CellSummary> cells = CellSummary.of(state.view());

    assertThat(cells).extracting(CellSummary::count).containsExactly("2", "1 on tuning seeds");
    assertThat(cells.get(0).summary().mean()).isEqualTo(0.9);
  }

  /** As after an interrupt, in a sweep that tunes nothing. */
  @Test
  void aCellWithoutAnEndedTrialHasNoTuningSeeds() {
    SweepState state = new SweepState(Events.opened());
    state.apply(Events.suggested(Events.trial(0, 0)));

    assertThat(CellSummary.of(state.view())).extracting(CellSummary::count).containsExactly("0");
  }

  /** A chosen cell keeps its tuning seeds until a fresh one ends. */
  @Test
  void aPendingSeedJudgesNoCell() {
    SweepState state = new SweepState(Events.opened());
    finish(state, Events.trial(0, Tuning.FIRST_SEED), 0.5);
    finish(state, Events.trial(1, Tuning.FIRST_SEED), 0.1);
    state.apply(Events.suggested(Events.trial(1, 0)));

    List<CellSummary> cells = CellSummary.of(state.view());

    assertThat(cells).extracting(CellSummary::count).containsOnly("1 on tuning seeds");
    assertThat(cells.get(0).summary().mean()).isEqualTo(0.1);
  }

  @Test
  void aFailedSeedIsInNoMeanAndCountsAsTheWorst() {
    SweepState state = new SweepState(Events.opened());
    for (int seed = 0; seed < 2; seed++) {
      finish(state, Events.trial(0, seed), 0.9);
      fail(state, Events.trial(2, seed));
    }
    finish(state, Events.trial(1, 0), 0.5);
    finish(state, Events.trial(1, 1), Double.NaN);
    fail(state, Events.trial(1, 2));

    List<CellSummary> cells = CellSummary.of(state.view());

    assertThat(cells)
        .extracting(CellSummary::count)
        .containsExactly("2", "1, 2 failed", "0, 2 failed");
    assertThat(cells.get(1).summary().mean()).isEqualTo(0.5);
  }

  private static void fail(SweepState state, Trial trial) {
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(Events.failed(trial, 1, Cause.DIVERGENCE));
  }

  private static void stop(SweepState state, Trial trial, double loss) {
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(
        new Event.Stopped(trial.id(), 1, 3, "asha", Map.of("loss", loss), Map.of(), Events.NOON));
  }

  private static void finish(SweepState state, Trial trial, double loss) {
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(Events.finished(trial, 1, loss));
  }
}
