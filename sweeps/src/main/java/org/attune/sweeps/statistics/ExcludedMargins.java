package org.attune.sweeps.statistics;

import java.util.function.DoublePredicate;

/** Finds an end of an interval by the margins that a test excludes. */
final class ExcludedMargins {

  /** Beyond this many doublings an interval counts as unbounded. */
  private static final int STEPS = 60;

  private static final int HALVINGS = 50;

  private ExcludedMargins() {}

  /**
   * The excluded margin nearest to those that are not, in the direction of the step; infinite in
   * that direction if none is excluded. The start may be excluded: earlier looks show that the true
   * difference is not the last mean. The way then leads back, and is infinite if all are excluded.
   */
  static double end(double start, double step, DoublePredicate excluded) {
    boolean back = excluded.test(start);
    double stride = (back ? -step : step) / 1024;
    double near = start;
    double far = start + stride;
    int steps = 0;
    while (excluded.test(far) == back) {
      if (++steps > STEPS) {
        return step > 0 == back ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      }
      near = far;
      stride *= 2;
      far += stride;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = near + (far - near) / 2;
      if (excluded.test(middle) == back) {
        near = middle;
      } else {
        far = middle;
      }
    }
    return back ? near : far;
  }
}
