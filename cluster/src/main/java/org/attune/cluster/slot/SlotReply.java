package org.attune.cluster.slot;

import java.io.Serializable;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.trial.TrialContext;

/** What the driver answers a slot. */
sealed interface SlotReply extends Serializable {

  /**
   * Run this trial.
   *
   * @param envelope where the result goes, relative to the sweep's directory
   */
  record Assignment(TrialContext trial, String envelope) implements SlotReply {}

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
