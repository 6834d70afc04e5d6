package org.attune.sweeps.statistics;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.interpolation.LinearInterpolator;

/**
 * Tells bimodal outcomes from a normal sample. Outcomes are bimodal if their largest gap, with at
 * least two values on either side, is a larger share of their range than in 99 of 100 normal
 * samples of that size. So two ordinary cells are taken for bimodal in 2 of 100 comparisons.
 */
public final class Modes {

  /** With fewer values, two modes cannot be distinguished from noise. */
  private static final int LEAST = 5;

  /**
   * The share of the range that the largest inner gap exceeds in 1 % of normal samples, by sample
   * size: a million simulated samples for each size listed. Shares of other sizes are interpolated.
   */
  private static final UnivariateFunction LARGEST_GAP =
      new LinearInterpolator()
          .interpolate(
              new double[] {5, 6, 7, 8, 10, 12, 18, 27},
              new double[] {.775, .694, .627, .573, .494, .436, .344, .283});

  /** Larger samples are judged by this size's share, which is too strict for them. */
  private static final int MOST_SIMULATED = 27;

  private Modes() {}

  /**
   * Whether two cells' modes matter to a test of their differences against 0. They do not if all
   * differences have one sign and the smallest distance from 0 exceeds the differences' range.
   *
   * @param differences at least one, all finite
   */
  public static boolean matter(double... differences) {
    DoubleSummaryStatistics statistics = Arrays.stream(differences).summaryStatistics();
    double distance =
        Math.max(
            statistics.getMin(), -statistics.getMax()); // from 0; negative if it lies among them
    return distance <= statistics.getMax() - statistics.getMin();
  }

  /**
   * The arms that are bimodal.
   *
   * @param values of each arm; NaN for a seed that failed, which does not count
   */
  public static Set<Arm> of(Map<Arm, double[]> values) {
    Set<Arm> two = EnumSet.noneOf(Arm.class);
    values.forEach(
        (arm, of) -> {
          if (areTwo(Arrays.stream(of).filter(value -> !Double.isNaN(value)).toArray())) {
            two.add(arm);
          }
        });
    return two;
  }

  /** Whether finite values, in any order, are bimodal; always false for fewer than five. */
  public static boolean areTwo(double... values) {
    if (values.length < LEAST) {
      return false;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double range = sorted[sorted.length - 1] - sorted[0];
    double largest = LARGEST_GAP.value(Math.min(sorted.length, MOST_SIMULATED)) * range;
    for (int i = 2; i <= sorted.length - 2; i++) {
      if (sorted[i] - sorted[i - 1] > largest) {
        return true;
      }
    }
    return false;
  }
}
