package org.attune.cluster.slot;

import java.io.Serializable;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.trial.Gpus;
import org.attune.sweeps.trial.TrialContext;

/** What the driver answers a slot. */
sealed interface SlotReply extends Serializable {

  /**
   * Run this trial.
   *
   * @param envelope where the result goes, relative to the sweep's directory
   * @param given when the driver gave it, in milliseconds since 1970: see {@link DriverTime}
   */
  record Assignment(TrialContext trial, String envelope, long given) implements SlotReply {
    /** The same, with GPUs that it may use. */
    Assignment on(Gpus leased) {
      return new Assignment(trial.on(leased), envelope, given);
    }

    /** The same, given at another time. */
    Assignment givenAt(long millis) {
      return new Assignment(trial, envelope, millis);
    }
  }

  /** Nothing to run yet: ask again after so many microseconds. */
  record Wait(long micros) implements SlotReply {}

  /** Nothing will come any more: end the slot. */
  record Quit() implements SlotReply {}

  /**
   * Go on.
   *
   * @param durable how many of the attempt's samples are in the journal: no envelope needs them
   */
  record Continue(long durable) implements SlotReply {}

  /**
   * Stop the trial that reported.
   *
   * @param reason for people
   * @param kind what becomes of it
   */
  record Stop(String reason, Slots.Stop.Kind kind) implements SlotReply {}
}
