package org.attune.sweeps.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Controls the family-wise error of the tests of one table: the probability that any result is
 * wrong stays below the level (Holm, Scand. J. Statist. 6, 1979; for results with a direction,
 * Shaffer, Ann. Statist. 8, 1980).
 */
public final class Holm {

  private Holm() {}

  /**
   * Holm-adjusted probabilities, which can be compared with the level one by one.
   *
   * @param values of the tests, in any order
   * @return for each, in the same order, the lowest level at which it counts as shown, at most 1
   */
  public static double[] adjust(double... values) {
    int[] order = order(values);
    double[] adjusted = new double[values.length];
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
   * @param values of the tests, in any order
   * @return for each, in the same order, its own level
   */
  public static double[] levels(double level, double... values) {
    int[] order = order(values);
    double[] levels = new double[values.length];
    double own = level;
    boolean failed = false;
    for (int rank = 0; rank < order.length; rank++) {
      own = failed ? own : level / (order.length - rank);
      failed |= !(values[order[rank]] <= own);
      levels[order[rank]] = own;
    }
    return levels;
  }

  private static int[] order(double[] values) {
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> values[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
