package org.attune.sweeps.scheduler;

import org.attune.sweeps.journal.Event;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.trial.TrialContext;

/**
 * What a slot is at.
 *
 * @param sinceNanos when it was given the trial, on the run's {@link Timeline#nanos}
 */
record Serving(Trial trial, int attempt, long sinceNanos) {

  boolean is(Event.OfAttempt event) {
    return trial.id().equals(event.trialId()) && attempt == event.attempt();
  }

  TrialContext context(int threads) {
    return new TrialContext(
        trial.id(), attempt, trial.configuration().values(), trial.seed(), threads);
  }
}
