package org.attune.sweeps.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Several tests in one table: the chance that any of them is wrong stays under the level (Holm,
 * Scand. J. Statist. 6, 1979; with the direction told too, Shaffer, Ann. Statist. 8, 1980).
 */
public final class Holm {

  private Holm() {}

  /**
   * Probabilities that may be held against the level one by one.
   *
   * @param values of the tests, in any order
   * @return for each, in the same order, the least level at which it counts as shown, at most 1
   */
  public static double[] adjust(double... values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[values.length];
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      largest = Math.max(largest, Math.min(1, values[order[rank]] * (order.length - rank)));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }
}
