package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A task's data for training and validation. */
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
