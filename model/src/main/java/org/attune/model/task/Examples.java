package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.trial.HeldOutPart;

/** A task's data for training, for validation and for claims. */
public interface Examples extends HeldOut {

  /**
   * Returns the batch of a training step, the same at each call. Its arrays are new; the trainer
   * closes them.
   */
  Batch training(long step, int size);

  /** Returns the scores of chance, by metric name. */
  default Map<String, Double> floors() {
    return Map.of();
  }

  /**
   * Returns the scores of the best possible answers, by metric name, for metrics where they are
   * known.
   */
  default Map<String, Double> oracles() {
    return Map.of();
  }

  /**
   * Returns the sealed split: the same task with other held-out examples, which no training and no
   * validation sees. Only claims read what a network scores there. Empty if the task has none, as a
   * task that trains nothing.
   */
  default Optional<Examples> sealed() {
    return Optional.empty();
  }

  /**
   * Returns the same task with the held-out examples of a replicate, validation and sealed. They
   * are the same for all cells. A test over replicates then covers the draw of the examples as well
   * as that of the network. A task that draws its examples gives each replicate new ones. A task
   * that reads them deals what it holds out to the replicates, and begins again when all is dealt.
   * By default all replicates share the held-out examples.
   */
  default Examples heldOut(HeldOutPart part) {
    return this;
  }

  /**
   * Returns how many replicates can have held-out examples of their own before one gets another's.
   * Infinite if they are drawn anew.
   */
  default double replicatesApart() {
    return Double.POSITIVE_INFINITY;
  }

  /** Returns further evaluations of the trained network. */
  default List<Evaluation> evaluations() {
    return List.of();
  }

  /**
   * Returns the settings of a reference network whose forward pass is timed beside this one's.
   * Empty turns timing off.
   */
  default Optional<Map<String, String>> timedBeside() {
    return Optional.empty();
  }

  /** Returns the milestones that the trainer watches for. */
  default List<Milestone> milestones() {
    return List.of();
  }

  /** Returns a hash of the data, for the record. */
  String fingerprint();
}
