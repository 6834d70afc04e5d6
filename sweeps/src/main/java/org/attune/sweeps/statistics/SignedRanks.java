package org.attune.sweeps.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.ranking.NaturalRanking;

/**
 * Wilcoxon's signed-rank test on one number per seed (Biometrics Bulletin 1, 1945). The test is
 * exact for any number of seeds and with ties: it counts all assignments of signs to the ranks.
 *
 * <p>It does not need normal values. Infinite values have the largest ranks, so a failed seed can
 * count as the worst possible value. A number equal to the margin counts against the hypothesis
 * tested.
 */
public final class SignedRanks {

  /** Above this many numbers, the sum of ranks is approximated as normal. */
  private static final int MOST_EXACT = 200;

  private SignedRanks() {}

  /**
   * The probability of numbers this far above zero if they were symmetric around zero or below it;
   * 1 for no numbers.
   *
   * @param values may include infinities, but not NaN
   */
  public static double above(double... values) {
    int n = values.length;
    if (n == 0) {
      return 1;
    }
    int[] ranks = doubledRanks(values);
    int sum = IntStream.range(0, n).filter(i -> values[i] > 0).map(i -> ranks[i]).sum();
    return n > MOST_EXACT ? normal(ranks, sum) : exact(ranks, sum);
  }

  /** The probability of numbers this far below zero. */
  public static double below(double... values) {
    return above(Arrays.stream(values).map(value -> -value).toArray());
  }

  /** Twice the rank of each number's distance from zero, so that ties also have whole numbers. */
  private static int[] doubledRanks(double[] values) {
    double[] ranks = new NaturalRanking().rank(Arrays.stream(values).map(Math::abs).toArray());
    return Arrays.stream(ranks).mapToInt(rank -> (int) (2 * rank)).toArray();
  }

  private static double exact(int[] ranks, int least) {
    int most = Arrays.stream(ranks).sum();
    double[] chance = new double[most + 1];
    chance[0] = 1;
    int reached = 0;
    for (int rank : ranks) {
      reached += rank;
      for (int sum = reached; sum >= 0; sum--) {
        chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
      }
    }
    double total = 0;
    for (int sum = most; sum >= least; sum--) {
      total += chance[sum];
    }
    return Math.min(1, total);
  }

  private static double normal(int[] ranks, int sum) {
    double mean = Arrays.stream(ranks).sum() / 2.0;
    double variance = Arrays.stream(ranks).mapToDouble(rank -> rank * (double) rank).sum() / 4;
    return new NormalDistribution(null, 0, 1)
        .cumulativeProbability((mean - sum + 1) / Math.sqrt(variance));
  }
}
