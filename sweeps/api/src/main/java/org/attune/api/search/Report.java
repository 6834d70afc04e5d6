package org.attune.api.search;

import java.util.Map;

/**
 * A running trial's measurements at one step.
 *
 * <pre>{@code
 * Trial trial = Trial.of(0, new Configuration(Map.of("x", "3")), 0, 7);
 * Report report = new Report(trial, 1, 50, Map.of("loss", 0.5));
 * report.values().get("loss"); // 0.5
 * }</pre>
 *
 * @param trial the trial as proposed
 * @param attempt from 1; a later attempt reports steps again
 * @param step the training step
 * @param values by metric name; may be NaN or infinite
 */
public record Report(Trial trial, int attempt, long step, Map<String, Double> values) {

  public Report {
    values = Map.copyOf(values);
  }
}
