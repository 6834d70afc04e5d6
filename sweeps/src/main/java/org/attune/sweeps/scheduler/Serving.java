package org.attune.sweeps.scheduler;

import org.attune.api.Start;
import org.attune.api.search.Trial;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;

/**
 * A slot's current attempt.
 *
 * @param start where the attempt starts
 * @param sinceNanos when the slot got the trial, on the run's {@link Timeline#nanos}
 */
record Serving(Trial trial, int attempt, Start start, long sinceNanos) {

  boolean is(Event.OfAttempt event) {
    return trial.id().equals(event.trialId()) && attempt == event.attempt();
  }

  TrialContext context(int threads, CheckpointPlan checkpoints) {
    return new TrialContext(
        trial.id(),
        attempt,
        trial.configuration().values(),
        trial.seed(),
        threads,
        start,
        checkpoints);
  }
}
