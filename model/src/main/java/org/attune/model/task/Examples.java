package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A task's data, ready to be trained and validated on. */
public interface Examples extends HeldOut {

  /**
   * The batch of a training step, the same each time it is asked for, in arrays of its own: the
   * trainer closes it.
   */
  Batch training(long step, int size);

  /** What chance reaches, by metric name. */
  default Map<String, Double> floors() {
    return Map.of();
  }

  /** What the best possible answers reach, by metric name; where that is known. */
  default Map<String, Double> oracles() {
    return Map.of();
  }

  /** What else the trained network is evaluated on. */
  default List<Evaluation> evaluations() {
    return List.of();
  }

  /**
   * Settings of a network whose forward passes this one's are timed beside; empty for no timing.
   */
  default Optional<Map<String, String>> timedBeside() {
    return Optional.empty();
  }

  /** Marks that a training is timed to. */
  default List<Milestone> milestones() {
    return List.of();
  }

  /** A hash of the data, for the record. */
  String fingerprint();
}
