package org.attune.sweeps.statistics;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.interpolation.LinearInterpolator;

/**
 * Distinguishes bimodal outcomes from a normal sample. Bimodal outcomes have a large gap with at
 * least two values on either side. The gap takes up more of the range than in 95 of 100 normal
 * samples of that size.
 */
public final class Modes {

  /** With fewer values, two modes cannot be distinguished from noise. */
  private static final int LEAST = 5;

  /**
   * Sample size, and the share of the range that the largest inner gap exceeds in 5 % of normal
   * samples (60,000 simulated samples per line). Values between two lines are interpolated.
   */
  private static final UnivariateFunction LARGEST_GAP =
      new LinearInterpolator()
          .interpolate(
              new double[] {5, 6, 7, 8, 10, 12, 18, 27},
              new double[] {.640, .570, .514, .470, .404, .357, .278, .225});

  private static final int MOST_KNOWN = 27;

  private Modes() {}

  /**
   * Whether the modes of two cells matter to a test of their differences against 0: not if 0 is
   * further from the differences than these are from each other.
   */
  public static boolean matter(double... differences) {
    DoubleSummaryStatistics of = Arrays.stream(differences).summaryStatistics();
    return Math.max(of.getMin(), -of.getMax()) <= of.getMax() - of.getMin();
  }

  /** Whether values, in any order, are bimodal; always false for fewer than five. */
  public static boolean areTwo(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (sorted.length < LEAST) {
      return false;
    }
    double range = sorted[sorted.length - 1] - sorted[0];
    double most = LARGEST_GAP.value(Math.min(sorted.length, MOST_KNOWN)) * range;
    for (int i = 2; i <= sorted.length - 2; i++) {
      if (sorted[i] - sorted[i - 1] > most) {
        return true;
      }
    }
    return false;
  }
}
