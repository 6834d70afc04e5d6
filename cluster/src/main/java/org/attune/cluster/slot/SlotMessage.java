package org.attune.cluster.slot;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** What a slot says to the driver. Each message names the run it belongs to and the slot. */
sealed interface SlotMessage extends Serializable {

  /** The run (one driver's work on one sweep) that the slot serves. */
  String run();

  /** The slot's number, unique within the run. */
  long slot();

  /** The slot is there: its first message. */
  record Arrive(String run, long slot, Station station) implements SlotMessage {}

  /** The slot is free and asks for a trial. */
  record Pull(String run, long slot) implements SlotMessage {}

  /** Metric values of a running trial, or none yet; the reply says whether to go on. */
  record Report(String run, long slot, String trial, int attempt, List<Sample> samples)
      implements SlotMessage {}

  /** A running trial's checkpoint is written. */
  record Saved(String run, long slot, String trial, int attempt, SavedFile file)
      implements SlotMessage {}

  /** An attempt has ended, and its envelope is written; the slot is free. */
  record Done(String run, long slot, Envelope envelope) implements SlotMessage {}

  /**
   * Where a slot is.
   *
   * @param task Spark's id of the task that it is
   * @param executor Spark's id of the executor
   * @param host the executor's host name
   * @param device what it computes on, {@code cpu} or {@code cuda:0}
   * @param provenance of the executor's process and machine: {@link
   *     org.attune.sweeps.event.Provenance}
   */
  record Station(
      long task, String executor, String host, String device, Map<String, String> provenance)
      implements Serializable {}
}
