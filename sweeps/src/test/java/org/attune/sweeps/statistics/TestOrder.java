package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TestOrder {

  @Test
  void theLowestIsFirstAndEqualOnesKeepTheirOrder() {
    assertThat(Order.ascending(3, 1, Double.NaN, 2, 1)).containsExactly(1, 4, 3, 0);
  }

  /** Six orders of three numbers; four standard errors of 6,000 draws are 115. */
  @Test
  void everyOrderIsEquallyLikely() {
    Random random = new Random(2);
    Map<String, Integer> orders = new TreeMap<>();
    for (int i = 0; i < 6_000; i++) {
      double[] values = {1, 2, 3};
      Order.shuffle(values, random);
      orders.merge(Arrays.toString(values), 1, Integer::sum);
    }
    assertThat(orders).hasSize(6);
    assertThat(orders.values()).allSatisfy(n -> assertThat(n).isBetween(885, 1_115));
  }
}
