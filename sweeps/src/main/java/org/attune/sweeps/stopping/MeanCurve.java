package org.attune.sweeps.stopping;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.attune.api.search.Objective;

/** One attempt's running means by step, in flat arrays, with its best value so far. */
final class MeanCurve {

  private static final int FIRST_CAPACITY = 8;

  private final int attempt;
  private long[] steps = new long[FIRST_CAPACITY];
  private double[] means = new double[FIRST_CAPACITY];
  private int count;
  private long values;
  private double sum;
  private double best = Double.NaN;

  MeanCurve(int attempt) {
    this.attempt = attempt;
  }

  int attempt() {
    return attempt;
  }

  /** The best value; NaN before the first value. */
  double best() {
    return best;
  }

  /** The latest step with a value; before the first value, less than any step. */
  long lastStep() {
    return count == 0 ? Long.MIN_VALUE : steps[count - 1];
  }

  /**
   * Adds a finite value. Where its step is not later than the last, the running mean by that step
   * stays, since other trials were compared with it; the means of later steps include the value.
   */
  void add(long step, double value, Objective objective) {
    sum += value;
    values++;
    if (step > lastStep()) {
      if (count == steps.length) {
        steps = Arrays.copyOf(steps, 2 * count);
        means = Arrays.copyOf(means, 2 * count);
      }
      steps[count] = step;
      means[count] = sum / values;
      count++;
    }
    best = objective.better(value, best) ? value : best;
  }

  /**
   * The running mean by a step; empty if the attempt has not reached the step, or had no value by
   * then.
   */
  OptionalDouble meanBy(long step) {
    if (count == 0 || lastStep() < step) {
      return OptionalDouble.empty();
    }
    int at = Arrays.binarySearch(steps, 0, count, step);
    int floor = at >= 0 ? at : -at - 2;
    return floor < 0 ? OptionalDouble.empty() : OptionalDouble.of(means[floor]);
  }
}
