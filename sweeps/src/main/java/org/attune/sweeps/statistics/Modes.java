package org.attune.sweeps.statistics;

import java.util.Arrays;

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
  private static final double[][] LARGEST_GAP = {
    {5, .640}, {6, .570}, {7, .514}, {8, .470}, {10, .404}, {12, .357}, {18, .278}, {27, .225}
  };

  private Modes() {}

  /** Whether values, in any order, are bimodal; always false for fewer than five. */
  public static boolean areTwo(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (sorted.length < LEAST) {
      return false;
    }
    double range = sorted[sorted.length - 1] - sorted[0];
    double most = largest(sorted.length) * range;
    for (int i = 2; i <= sorted.length - 2; i++) {
      if (sorted[i] - sorted[i - 1] > most) {
        return true;
      }
    }
    return false;
  }

  private static double largest(int n) {
    double[] low = LARGEST_GAP[0];
    for (double[] high : LARGEST_GAP) {
      if (n <= high[0]) {
        return high == low
            ? high[1]
            : low[1] + (high[1] - low[1]) * (n - low[0]) / (high[0] - low[0]);
      }
      low = high;
    }
    return low[1];
  }
}
