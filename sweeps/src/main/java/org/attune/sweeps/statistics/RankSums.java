package org.attune.sweeps.statistics;

import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.ranking.NaturalRanking;

/**
 * Wilcoxon's rank-sum test of two samples (Biometrics Bulletin 1, 1945). The test is exact, with
 * ties too: it counts all ways to deal the ranks to the samples. Infinite values are the largest or
 * the least, so a failed seed can count as the worst possible value.
 */
final class RankSums {

  /** Above this many numbers in all, the sum of ranks is approximated as normal. */
  private static final int MOST_EXACT = 100;

  private RankSums() {}

  /**
   * The probability of a sample this far above another if both were drawn alike; 1 without numbers.
   *
   * @param values may include infinities, but not NaN
   */
  static double above(double[] values, double[] others) {
    if (values.length == 0 || others.length == 0) {
      return 1;
    }
    double[] all = Arrays.copyOf(values, values.length + others.length);
    System.arraycopy(others, 0, all, values.length, others.length);
    int[] doubled =
        Arrays.stream(new NaturalRanking().rank(all)).mapToInt(rank -> (int) (2 * rank)).toArray();
    int sum = Arrays.stream(doubled, 0, values.length).sum();
    return all.length > MOST_EXACT
        ? normal(doubled, values.length, sum)
        : exact(doubled, values.length, sum);
  }

  /** The least probability that samples of these sizes give, which separate. */
  static double least(int n, int others) {
    double ways = 1;
    for (int i = 1; i <= n; i++) {
      ways *= (others + i) / (double) i;
    }
    return 1 / ways;
  }

  /** The share of all choices of n ranks whose sum is this large or larger. */
  private static double exact(int[] ranks, int n, int least) {
    int most = Arrays.stream(ranks).sum();
    double[][] ways = new double[n + 1][most + 1];
    ways[0][0] = 1;
    for (int rank : ranks) {
      for (int chosen = n; chosen > 0; chosen--) {
        for (int sum = most; sum >= rank; sum--) {
          ways[chosen][sum] += ways[chosen - 1][sum - rank];
        }
      }
    }
    double large = Arrays.stream(ways[n], least, most + 1).sum();
    return Math.min(1, large / Arrays.stream(ways[n]).sum());
  }

  private static double normal(int[] ranks, int n, int sum) {
    double mean = Arrays.stream(ranks).average().orElse(0);
    double variance = Arrays.stream(ranks).mapToDouble(r -> (r - mean) * (r - mean)).sum();
    int all = ranks.length;
    double deviation = Math.sqrt(variance * n * (all - n) / all / (all - 1));
    return deviation == 0
        ? 1
        : new NormalDistribution(null, 0, 1)
            .cumulativeProbability((n * mean - sum + 1) / deviation);
  }
}
