package org.attune.model.task;

import org.attune.api.Metric;

/**
 * A metric value to reach. The trainer counts the steps until a validation first reaches it.
 *
 * @param metric a metric of the validation
 * @param mark the value to reach
 * @param better whether the metric reaches the mark from above or from below
 * @param steps name under which a trial reports the steps, or all its training steps if it never
 *     got there
 * @param solved name under which a trial reports 1 if its last validation reached the mark, else 0
 */
public record Milestone(
    String metric, double mark, Metric.Better better, String steps, String solved) {

  /** Whether a value is at least as good as the mark. */
  public boolean reachedBy(double value) {
    return better == Metric.Better.LOWER ? value <= mark : value >= mark;
  }
}
