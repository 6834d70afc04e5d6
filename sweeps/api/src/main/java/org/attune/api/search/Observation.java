package org.attune.api.search;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * How a trial ended.
 *
 * <pre>{@code
 * Trial trial = Trial.of(0, new Configuration(Map.of("x", "3")), 0, 7);
 * Map<String, Double> metrics = Map.of("loss", 0.25);
 * Observation end =
 *     new Observation(
 *         trial, Observation.Outcome.FINISHED, OptionalDouble.of(metrics.get("loss")), 100, metrics);
 * end.value(); // OptionalDouble[0.25]
 * }</pre>
 *
 * @param trial the trial as proposed
 * @param outcome the kind of end
 * @param value the objective's value; empty if there is none, as after a failure. It may be NaN or
 *     infinite, which is worse than any number
 * @param lastStep the latest training step that the trial reported; 0 if it reported none
 * @param metrics the last value of each metric; empty after a failure
 */
public record Observation(
    Trial trial,
    Outcome outcome,
    OptionalDouble value,
    long lastStep,
    Map<String, Double> metrics) {

  /** The ways in which a trial ends. */
  public enum Outcome {
    /** Trained to its end. */
    FINISHED,
    /** Ended early by a stopping rule or a user: its value is from {@code lastStep}. */
    STOPPED,
    /** Ended without a result, permanently. */
    FAILED
  }

  public Observation {
    metrics = Map.copyOf(metrics);
  }
}
