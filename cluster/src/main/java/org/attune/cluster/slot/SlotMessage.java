package org.attune.cluster.slot;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.attune.sweeps.scheduler.SlotLocation;

/** A slot's message to the driver. Each message names the slot and the run that it belongs to. */
sealed interface SlotMessage extends Serializable {

  /** The run (one driver's work on one sweep) that the slot serves. */
  String run();

  /** The slot's number, unique within the run. */
  long slot();

  /** The slot has arrived: its first message. */
  record Arrive(String run, long slot, Station station) implements SlotMessage {}

  /** The slot is free and asks for a trial. */
  record Pull(String run, long slot) implements SlotMessage {}

  /**
   * News of a running trial; the reply says whether to continue.
   *
   * @param facts about the attempt that no earlier message has told; nearly always none
   * @param samples its metric values, possibly none
   * @param files the checkpoints that it has written, possibly none
   */
  record Report(
      String run,
      long slot,
      String trial,
      int attempt,
      Map<String, String> facts,
      List<Sample> samples,
      List<SavedFile> files)
      implements SlotMessage {

    /** Whether it only asks for the driver's reply. */
    boolean isEmpty() {
      return facts.isEmpty() && samples.isEmpty() && files.isEmpty();
    }
  }

  /** An attempt has ended and written its envelope; the slot is free. */
  record Done(String run, long slot, Envelope envelope) implements SlotMessage {}

  /**
   * The place of a slot.
   *
   * @param task Spark's id of the slot's task
   * @param executor Spark's id of the executor
   * @param host the executor's host name
   * @param device the slot's device, {@code cpu} or {@code cuda:0}
   * @param provenance provenance of the executor's process and machine: {@link
   *     org.attune.sweeps.event.Provenance}
   */
  record Station(
      long task, String executor, String host, String device, Map<String, String> provenance)
      implements Serializable {

    /** Where the scheduler finds a slot that is here. */
    SlotLocation location(long slot) {
      return new SlotLocation(executor + "." + slot, host, device, provenance);
    }
  }
}
