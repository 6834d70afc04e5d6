package org.attune.sweeps.scheduler;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.attune.api.Start;
import org.attune.api.search.Trial;
import org.attune.api.trial.HeldOutPart;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;

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

  /** The event of its start, with the step that it resumes after. */
  Event.Started started(SlotLocation place, Instant now) {
    Map<String, String> provenance = place.provenance();
    if (!start.atBeginning()) {
      provenance = new HashMap<>(provenance);
      provenance.put(Provenance.START_STEP, String.valueOf(start.step()));
    }
    return new Event.Started(
        trial.id(), attempt, place.slot(), place.host(), place.device(), provenance, now);
  }

  TrialContext context(LoopSetup setup) {
    return new TrialContext(
            trial.id(),
            attempt,
            trial.configuration().values(),
            trial.seed(),
            setup.threadsPerTrial(),
            start,
            setup.checkpoints())
        .judgedOn(
            setup.heldOutByReplicate() ? HeldOutPart.of(trial.replicate()) : HeldOutPart.SHARED);
  }
}
