package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.search.Trial;
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

    List<CellSummary> cells = CellSummary.of(state.view(), "loss");

    assertThat(cells)
        .extracting(CellSummary::varied)
        .containsExactly(sorted("2"), sorted("1"), sorted("3"));
    assertThat(cells.get(1).summary()).isEqualTo(new Summary(2, 4, Math.sqrt(2)));
    assertThat(cells.get(1).trials()).isEqualTo(2);
    assertThat(cells.get(2).summary().n()).isZero();
  }

  @Test
  void whatWasStoppedIsInNoMeanOfWhatFinished() {
    SweepState state = new SweepState(Events.opened());
    stop(state, Events.trial(0, 1), 2);
    stop(state, Events.trial(0, 2), 2);
    stop(state, Events.trial(1, 0), 0.1);
    List<CellSummary> stopped = CellSummary.of(state.view(), "loss");
    finish(state, Events.trial(0, 0), 0.7);
    List<CellSummary> cells = CellSummary.of(state.view(), "loss");

    assertThat(stopped)
        .extracting(CellSummary::summary)
        .containsExactly(new Summary(1, 0.1, Double.NaN), new Summary(2, 2, 0));
    assertThat(cells)
        .extracting(CellSummary::summary)
        .containsExactly(new Summary(1, 0.7, Double.NaN), Summary.of(new double[0]));
    assertThat(cells).extracting(CellSummary::stopped).containsExactly(2, 1);
  }

  private static void stop(SweepState state, Trial trial, double loss) {
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(
        new Event.Stopped(trial.id(), 1, 3, "asha", Map.of("loss", loss), Map.of(), Events.NOON));
  }

  private static SortedMap<String, String> sorted(String steps) {
    return new TreeMap<>(Map.of("train.steps", steps));
  }

  private static void finish(SweepState state, Trial trial, double loss) {
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(Events.finished(trial, 1, loss));
  }
}
