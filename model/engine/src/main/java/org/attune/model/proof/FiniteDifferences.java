package org.attune.model.proof;

import java.util.function.Supplier;

/**
 * Slopes of a sum by a number, from its terms nearby. Terms are compared one by one: in the sum, a
 * term of 1e13 would hide a change of 1e-4 in another.
 *
 * @param terms the sum's terms at the present numbers, in a new array
 */
record FiniteDifferences(Supplier<double[]> terms) {

  static final double TOLERANCE = 2e-5;
  private static final double STEP = 1e-5;
  private static final double CORNER = 1e-2; // one-sided slopes at a smooth point differ less

  /** Returns the slope by one of the numbers. */
  double slope(double[] numbers, int i) {
    return slope(numbers, i, -STEP, STEP);
  }

  private double slope(double[] numbers, int i, double from, double to) {
    double[] before = at(numbers, i, from);
    double[] after = at(numbers, i, to);
    double sum = 0;
    for (int n = 0; n < after.length; n++) {
      sum += after[n] - before[n];
    }
    return sum / (to - from);
  }

  private double[] at(double[] numbers, int i, double step) {
    double kept = numbers[i];
    numbers[i] = kept + step;
    double[] values = terms.get();
    numbers[i] = kept;
    return values;
  }

  /** Whether the function is smooth within a step: the slopes on both sides agree. */
  boolean smooth(double[] numbers, int i) {
    double slope = slope(numbers, i);
    double half = slope(numbers, i, -STEP / 4, STEP / 4);
    double up = slope(numbers, i, 0, STEP);
    double down = slope(numbers, i, -STEP, 0);
    return Math.abs(half - slope) <= TOLERANCE * (1 + Math.abs(half))
        && Math.abs(up - down) <= CORNER * (1 + Math.abs(half));
  }
}
