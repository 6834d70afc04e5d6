package org.attune.sweeps.statistics;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * An exact test on the number of seeds that solved a task, for bimodal outcomes, where means
 * mislead.
 *
 * <p>For two cells it is Barnard's unconditional test (Biometrika 34, 1947) with a margin (Chan,
 * Statist. Med. 17, 1998), ordered by the difference of the shares, at the worst case over all
 * shares that the null hypothesis allows. The test is valid for any number of seeds. For one cell
 * against a share it is the binomial test.
 *
 * @param solved seeds of the first cell that solved it
 * @param seeds of the first cell
 * @param otherSolved seeds of the second cell that solved it
 * @param otherSeeds seeds of the second cell
 */
public record SolvedTest(int solved, int seeds, int otherSolved, int otherSeeds) {

  /**
   * Shares tried for the worst case. The largest probability P is found with an error of at most
   * {@code max|P''| / 8 / SHARES²}.
   */
  private static final int SHARES = 400;

  private static final double TIE = 1e-9;

  /** Up to this many seeds, half to that power is far from underflow. */
  private static final int MOST_BY_PRODUCT = 500;

  public SolvedTest {
    if (solved < 0 || solved > seeds || otherSolved < 0 || otherSolved > otherSeeds) {
      throw new IllegalArgumentException(
          "Invalid counts: %d of %d and %d of %d"
              .formatted(solved, seeds, otherSolved, otherSeeds));
    }
  }

  /**
   * The probability of a difference of shares this large if the first cell's chance were at most
   * the second's plus {@code margin}.
   *
   * @param margin between -1 and 1
   */
  public double above(double margin) {
    if (seeds == 0 || otherSeeds == 0) {
      return 1;
    }
    double worst = 0;
    double low = Math.max(0, -margin);
    double high = Math.min(1, 1 - margin);
    for (int i = 0; i <= SHARES; i++) {
      double other = low + (high - low) * i / SHARES;
      worst = Math.max(worst, probability(clip(other + margin), clip(other)));
    }
    return Math.min(1, worst);
  }

  /**
   * The probability of a difference this small if the first cell's chance were at least the
   * second's plus {@code margin}.
   */
  public double below(double margin) {
    return new SolvedTest(seeds - solved, seeds, otherSeeds - otherSolved, otherSeeds)
        .above(-margin);
  }

  /** The probability of this many solved seeds or more, at a chance of {@code share} or less. */
  public static double aboveShare(int solved, int seeds, double share) {
    return solved == 0
        ? 1
        : 1 - new BinomialDistribution(null, seeds, clip(share)).cumulativeProbability(solved - 1);
  }

  /** The probability of this many solved seeds or fewer, at a chance of {@code share} or more. */
  public static double belowShare(int solved, int seeds, double share) {
    return aboveShare(seeds - solved, seeds, 1 - share);
  }

  /**
   * The probability that the difference of shares is at least the observed one, at given chances.
   */
  private double probability(double chance, double otherChance) {
    double[] first = probabilities(seeds, chance);
    double[] second = probabilities(otherSeeds, otherChance);
    double seen = difference(solved, otherSolved);
    double total = 0;
    double atLeast = 0;
    int least = seeds + 1;
    // The fewer the second cell solves, the fewer the first needs.
    for (int other = otherSeeds; other >= 0; other--) {
      while (least > 0 && difference(least - 1, other) >= seen - TIE) {
        least--;
        atLeast += first[least];
      }
      total += second[other] * atLeast;
    }
    return total;
  }

  /** The probabilities of 0 to n solved seeds, at a chance. */
  private static double[] probabilities(int n, double chance) {
    double[] all = new double[n + 1];
    if (n > MOST_BY_PRODUCT) {
      BinomialDistribution binomial = new BinomialDistribution(null, n, chance);
      for (int k = 0; k <= n; k++) {
        all[k] = binomial.probability(k);
      }
      return all;
    }
    // Start at the end whose first term does not underflow.
    boolean mirrored = chance > 0.5;
    double p = mirrored ? 1 - chance : chance;
    double term = Math.pow(1 - p, n);
    for (int k = 0; k <= n; k++) {
      all[mirrored ? n - k : k] = term;
      term *= p / (1 - p) * (n - k) / (k + 1);
    }
    return all;
  }

  private double difference(int a, int b) {
    return (double) a / seeds - (double) b / otherSeeds;
  }

  private static double clip(double share) {
    return Math.min(1, Math.max(0, share));
  }
}
