package org.attune.sweeps.statistics;

import java.util.Comparator;
import java.util.Random;
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

  /** Brings numbers into a random order; each is equally likely. */
  public static void shuffle(double[] values, Random random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }
}
