package org.attune.sweeps.simulation;

import java.util.List;
import java.util.Map;

/**
 * How a trial goes: what it reports and when.
 *
 * @param reports in the order of time, at least one; the last is its end
 */
public record Curve(List<Report> reports) {

  /**
   * One report.
   *
   * @param step of the training
   * @param seconds since the trial began
   * @param values by metric name
   */
  public record Report(long step, double seconds, Map<String, Double> values) {}

  public Curve {
    reports = List.copyOf(reports);
    if (reports.isEmpty()) {
      throw new IllegalArgumentException("Cannot simulate a trial that reports nothing");
    }
  }
}
