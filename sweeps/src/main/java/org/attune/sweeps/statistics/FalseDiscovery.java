package org.attune.sweeps.statistics;

/**
 * Controls the false discovery rate over the tests of many tables: the expected share of wrong
 * results among all shown results stays below the level (Benjamini and Hochberg, J. R. Stat. Soc. B
 * 57, 1995).
 */
public final class FalseDiscovery {

  private FalseDiscovery() {}

  /**
   * Adjusted probabilities, which can be compared with the level one by one.
   *
   * @param values of all tests, including those that show nothing, in any order
   * @return for each, in the same order, the lowest level at which it counts as shown, at most 1
   */
  public static double[] adjust(double... values) {
    int[] order = Order.ascending(values);
    double[] adjusted = new double[values.length];
    double least = 1;
    for (int rank = order.length; rank > 0; rank--) {
      least = Math.min(least, values[order[rank - 1]] * order.length / rank);
      adjusted[order[rank - 1]] = least;
    }
    return adjusted;
  }
}
