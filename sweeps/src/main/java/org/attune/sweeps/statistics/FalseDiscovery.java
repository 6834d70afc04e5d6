package org.attune.sweeps.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Tests of many tables read together: of all that is shown, the expected share that is wrong stays
 * under the level (Benjamini and Hochberg, J. R. Stat. Soc. B 57, 1995).
 */
public final class FalseDiscovery {

  private FalseDiscovery() {}

  /**
   * Probabilities that may be held against the level one by one.
   *
   * @param values of all tests, those that show nothing among them, in any order
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
    double least = 1;
    for (int rank = order.length; rank > 0; rank--) {
      least = Math.min(least, values[order[rank - 1]] * order.length / rank);
      adjusted[order[rank - 1]] = least;
    }
    return adjusted;
  }
}
