package org.attune.sweeps.search;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * How a trial ended.
 *
 * @param trial as it was proposed
 * @param outcome in what way
 * @param value the objective's; empty when there is none, as after a failure. It may be NaN or
 *     infinite, which is worse than any number
 * @param lastStep the latest training step that it reported; 0 when it reported none
 * @param metrics the last value of each metric; empty after a failure
 */
public record Observation(
    Trial trial,
    Outcome outcome,
    OptionalDouble value,
    long lastStep,
    Map<String, Double> metrics) {

  /** In what way a trial ends. */
  public enum Outcome {
    /** Trained to its end. */
    FINISHED,
    /** Ended early by a stopping rule or a user: its value is of {@code lastStep}. */
    STOPPED,
    /** Ended without a result, for good. */
    FAILED
  }

  public Observation {
    metrics = Map.copyOf(metrics);
  }
}
