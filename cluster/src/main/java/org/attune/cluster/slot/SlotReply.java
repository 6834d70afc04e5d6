package org.attune.cluster.slot;

import java.io.Serializable;
import java.util.SortedMap;

/** What the driver answers a slot. */
public sealed interface SlotReply extends Serializable {

  /**
   * Run this trial.
   *
   * @param trial the trial's id
   * @param attempt number of the attempt, from 1
   * @param configuration every parameter by its key
   * @param seed of all random numbers of the trial
   * @param threads for the trial's computation
   * @param envelope where the result goes, relative to the sweep's directory
   */
  record Assignment(
      String trial,
      int attempt,
      SortedMap<String, String> configuration,
      long seed,
      int threads,
      String envelope)
      implements SlotReply {}

  /** Nothing to run yet: ask again after so many milliseconds. */
  record Wait(long milliseconds) implements SlotReply {}

  /** Nothing will come any more: end the slot. */
  record Quit() implements SlotReply {}

  /** Go on. */
  record Continue() implements SlotReply {}

  /**
   * Stop the trial that reported.
   *
   * @param reason for people
   * @param timeout whether it took too long, which is a failure; any other stop is a result
   */
  record Stop(String reason, boolean timeout) implements SlotReply {}
}
