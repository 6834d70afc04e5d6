package org.attune.cluster.slot;

import java.io.Serializable;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.scheduler.Slots;

/** The driver's reply to a slot. */
sealed interface SlotReply extends Serializable {

  /**
   * Run this trial.
   *
   * @param envelope the path of the result, relative to the sweep's directory
   * @param given when the driver assigned the trial, in milliseconds since 1970: see {@link
   *     AttemptRun}
   */
  record Assignment(TrialContext trial, String envelope, long given) implements SlotReply {
    /** This assignment with GPUs that the trial may use. */
    Assignment on(Gpus leased) {
      return new Assignment(trial.on(leased), envelope, given);
    }

    /** This assignment with another time. */
    Assignment givenAt(long millis) {
      return new Assignment(trial, envelope, millis);
    }
  }

  /** Nothing to run yet: ask again after this many microseconds. */
  record Wait(long micros) implements SlotReply {}

  /** No more trials: end the slot. */
  record Quit() implements SlotReply {}

  /**
   * Continue.
   *
   * @param durable number of the attempt's samples in the journal; no envelope needs these
   */
  record Continue(long durable) implements SlotReply {}

  /**
   * Stop the trial that reported.
   *
   * @param reason the reason, for people
   * @param kind what becomes of the trial
   */
  record Stop(String reason, Slots.Stop.Kind kind) implements SlotReply {}
}
