package org.attune.model.task;

/**
 * A mark that a training is timed to: how many steps until a validation first finds the metric
 * there.
 *
 * @param metric of a validation
 * @param mark the value to reach
 * @param better whether the metric reaches it from above or from below
 * @param steps the name under which a trial reports the steps; those trained where it never got
 *     there
 * @param solved the name under which a trial reports 1 if its last validation found the metric
 *     there, else 0
 */
public record Milestone(
    String metric, double mark, Metric.Better better, String steps, String solved) {

  /** Whether a value is as good as the mark. */
  public boolean reachedBy(double value) {
    return better == Metric.Better.LOWER ? value <= mark : value >= mark;
  }
}
