package org.attune.jobs.run;

import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;

/** A sweep may go on by another objective if the trials so far reported it. */
final class OtherObjective {

  private OtherObjective() {}

  /** Refuses objectives that finished trials did not report. */
  static void require(SweepView sweep, SweepHeader extended) {
    List<Objective> added =
        extended.objectives().stream()
            .filter(objective -> !sweep.header().objectives().contains(objective))
            .toList();
    for (Objective objective : added) {
      long finished = sweep.trials(TrialState.FINISHED).size();
      long without =
          sweep.trials(TrialState.FINISHED).stream()
              .filter(
                  trial ->
                      !trial
                          .attempt()
                          .map(Attempt::metrics)
                          .orElse(Map.of())
                          .containsKey(objective.metric()))
              .count();
      if (without > 0) {
        throw new InputException(
            "Cannot extend %s by the objective %s: %,d of %s did not report it, and without it they cannot be compared; choose a metric that all report (attune analyze DIR --by METRIC), or another directory with --out."
                .formatted(
                    sweep.header().name(),
                    objective.metric(),
                    without,
                    Counted.of(finished, "finished trial")));
      }
    }
  }
}
