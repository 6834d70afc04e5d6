package org.attune.model.proof;

import java.util.function.DoubleSupplier;

/**
 * Slopes of a function by a number, from its values nearby.
 *
 * @param function its value at the present numbers
 */
record FiniteDifferences(DoubleSupplier function) {

  static final double TOLERANCE = 2e-5;
  private static final double STEP = 1e-5;
  private static final double CORNER = 1e-2; // one-sided slopes at a smooth point differ less

  /** Returns the slope by one of the numbers. */
  double slope(double[] numbers, int i) {
    return slope(numbers, i, STEP);
  }

  private double slope(double[] numbers, int i, double step) {
    return (at(numbers, i, step) - at(numbers, i, -step)) / (2 * step);
  }

  private double at(double[] numbers, int i, double step) {
    double kept = numbers[i];
    numbers[i] = kept + step;
    double value = function.getAsDouble();
    numbers[i] = kept;
    return value;
  }

  /** Whether the function is smooth within a step: the slopes on both sides agree. */
  boolean smooth(double[] numbers, int i) {
    double slope = slope(numbers, i);
    double half = slope(numbers, i, STEP / 4);
    double here = function.getAsDouble();
    double up = (at(numbers, i, STEP) - here) / STEP;
    double down = (here - at(numbers, i, -STEP)) / STEP;
    return Math.abs(half - slope) <= TOLERANCE * (1 + Math.abs(half))
        && Math.abs(up - down) <= CORNER * (1 + Math.abs(half));
  }
}
