package org.attune.sweeps.statistics;

import static java.lang.Double.NEGATIVE_INFINITY;
import static java.lang.Double.POSITIVE_INFINITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.api.Test;

class TestSignedRanks {

  @Test
  void countsAllSigns() {
    assertThat(SignedRanks.above(1, 2, 3, 4, 5)).isEqualTo(1.0 / 32);
    // Sums of 11 or more: what is left out has a sum of 4 or less: 7 of 32 ways.
    assertThat(SignedRanks.above(1, 2, 3, -4, 5)).isCloseTo(7.0 / 32, within(1e-12));
    assertThat(SignedRanks.below(-1, -2, -3)).isEqualTo(1.0 / 8);
    assertThat(SignedRanks.above()).isEqualTo(1);
    // The zero has the lowest rank and counts against: sums of 5 or more are 2 of 8 ways.
    assertThat(SignedRanks.above(0, 1, 2)).isEqualTo(0.25);
  }

  /** Above 200 numbers the sum of ranks is normal; at 200 that agrees with the exact test. */
  @Test
  void manyRanksAreNormal() {
    assertThat(SignedRanks.above(signed(201))).isCloseTo(normalTail(201), within(1e-12));
    assertThat(SignedRanks.above(signed(200))).isCloseTo(normalTail(200), within(2e-4));
    assertThat(normalTail(200)).isBetween(0.006, 0.008);
  }

  /** Two of five negative. */
  private static double[] signed(int n) {
    return IntStream.rangeClosed(1, n).mapToDouble(i -> i % 5 < 2 ? -i : i).toArray();
  }

  /** Wilcoxon's mean n(n + 1) / 4 and variance n(n + 1)(2n + 1) / 24, with half a rank between. */
  private static double normalTail(int n) {
    double sum = DoubleStream.of(signed(n)).filter(v -> v > 0).sum();
    double variance = n * (n + 1) * (2 * n + 1) / 24.0;
    double z = (sum - 0.5 - n * (n + 1) / 4.0) / Math.sqrt(variance);
    return 1 - new NormalDistribution(null, 0, 1).cumulativeProbability(z);
  }

  @Test
  void infiniteValuesHaveTheLargestRanks() {
    assertThat(SignedRanks.above(1, 2, POSITIVE_INFINITY)).isEqualTo(1.0 / 8);
    assertThat(SignedRanks.above(1, 2, NEGATIVE_INFINITY)).isEqualTo(SignedRanks.above(1, 2, -9));
  }

  @Test
  void agreesWithTheLibraryWhereItHasTheCase() {
    Random random = new Random(4);
    for (int i = 0; i < 20; i++) {
      double[] values = DoubleStream.generate(() -> 0.5 + random.nextGaussian()).limit(9).toArray();
      double twoSided =
          new WilcoxonSignedRankTest().wilcoxonSignedRankTest(values, new double[9], true);
      double least = Math.min(SignedRanks.above(values), SignedRanks.below(values));
      assertThat(Math.min(1, 2 * least)).isCloseTo(twoSided, within(1e-9));
    }
  }

  @Test
  void isWrongAsOftenAsItSays() {
    Random random = new Random(6);
    int wrong = 0;
    for (int i = 0; i < 20_000; i++) {
      double[] modes =
          DoubleStream.generate(
                  () -> random.nextInt(2) - random.nextInt(2) + 1e-3 * random.nextGaussian())
              .limit(8)
              .toArray();
      wrong += SignedRanks.above(modes) <= 0.05 ? 1 : 0;
    }
    assertThat(wrong / 20_000.0).isLessThan(0.05 + 0.005);
  }
}
