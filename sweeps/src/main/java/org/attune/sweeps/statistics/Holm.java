package org.attune.sweeps.statistics;

import java.util.Arrays;

/**
 * Controls the family-wise error of the tests of one table: the probability that any result is
 * wrong stays below the level (Holm, Scand. J. Statist. 6, 1979; for results with a direction,
 * Shaffer, Ann. Statist. 8, 1980). A family is in the order given.
 *
 * @param adjusted each one's p, to be compared with the family's level; NaN for what is not tested
 * @param levels each one's own level, which its interval has
 */
public record Holm(double[] adjusted, double[] levels) {

  /**
   * Adjusts two-sided probabilities of a family that shares {@link SeedComparison#LEVEL}.
   *
   * @param probabilities of each comparison; NaN for one that is not tested, which uses up no level
   * @param lost number of further ones that count with p 1
   */
  public static Holm of(double[] probabilities, int lost) {
    return of(probabilities, lost, SeedComparison.LEVEL);
  }

  /** Adjusts two-sided probabilities, as {@link #of(double[], int)}, which share another level. */
  public static Holm of(double[] probabilities, int lost, double level) {
    double[] all = Arrays.copyOf(probabilities, probabilities.length + lost);
    Arrays.fill(all, probabilities.length, all.length, 1);
    return new Holm(adjust(all), levels(level, all));
  }

  /**
   * Holm-adjusted probabilities, which can be compared with the level one by one.
   *
   * @param values of the tests, in any order; NaN for what is not tested, which uses up no level
   * @return for each, in the same order, the lowest level at which it counts as shown, at most 1;
   *     NaN for what is not tested
   */
  public static double[] adjust(double... values) {
    int[] order = Order.ascending(values);
    double[] adjusted = values.clone();
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      largest = Math.max(largest, Math.min(1, values[order[rank]] * (order.length - rank)));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }

  /**
   * The level of each test for a given level of the table. A confidence interval at a test's level
   * excludes the null value exactly if {@link #adjust} gives at most the table's level. Tests after
   * the first failed one share its level.
   *
   * @param level of the table, such as 0.05
   * @param values of the tests, in any order; NaN for what is not tested
   * @return for each, in the same order, its own level; the table's for what is not tested
   */
  public static double[] levels(double level, double... values) {
    int[] order = Order.ascending(values);
    double[] levels = new double[values.length];
    Arrays.fill(levels, level);
    double shared = level;
    boolean failed = false;
    for (int rank = 0; rank < order.length; rank++) {
      shared = failed ? shared : level / (order.length - rank);
      failed |= !(values[order[rank]] <= shared);
      levels[order[rank]] = shared;
    }
    return levels;
  }
}
