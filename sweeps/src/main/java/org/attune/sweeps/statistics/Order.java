package org.attune.sweeps.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/** The order of numbers. */
public final class Order {

  private Order() {}

  /**
   * The indices of the numbers, the lowest first, equal ones in their order; without those of NaN.
   */
  public static int[] ascending(double... values) {
    return IntStream.range(0, values.length)
        .filter(i -> !Double.isNaN(values[i]))
        .boxed()
        .sorted(Comparator.comparingDouble(i -> values[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
