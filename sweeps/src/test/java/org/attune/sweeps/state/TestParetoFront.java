package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.junit.jupiter.api.Test;

class TestParetoFront {

  @Test
  void aMemberCountsItsFailedSeedsBesideThoseThatFinished() {
    SweepState state = new SweepState(Events.opened());
    for (int seed = 0; seed < 4; seed++) {
      Trial trial = Events.trial(0, seed);
      state.apply(Events.suggested(trial));
      state.apply(Events.started(trial, 1));
      state.apply(ended(trial));
    }

    ParetoFront front = ParetoFront.of(state.view());

    assertThat(front.members()).hasSize(1);
    assertThat(front.members().get(0).summaries())
        .extracting(CellSummary::count)
        .containsExactly("2, 2 failed");
  }

  private static Event ended(Trial trial) {
    return switch (trial.replicate()) {
      case 0, 1 -> Events.finished(trial, 1, 0.5);
      case 2 -> Events.finished(trial, 1, Double.NaN);
      default -> Events.failed(trial, 1, Cause.DIVERGENCE);
    };
  }
}
