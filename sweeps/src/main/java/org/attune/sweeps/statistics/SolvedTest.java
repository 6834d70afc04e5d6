package org.attune.sweeps.statistics;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * An exact test on how many seeds solved a task: for outcomes with two modes, of which means tell
 * little.
 *
 * <p>Two cells: the unconditional test of Barnard (Biometrika 34, 1947) with a margin (Chan,
 * Statist. Med. 17, 1998), ordered by the difference of the shares, at the worst of all shares that
 * the null hypothesis allows. It holds at any number of seeds. One cell against a share: the
 * binomial test.
 *
 * @param solved seeds of the first cell that solved it
 * @param of seeds of the first cell
 * @param otherSolved seeds of the second cell that solved it
 * @param ofOther seeds of the second cell
 */
public record SolvedTest(int solved, int of, int otherSolved, int ofOther) {

  /** Shares tried for the worst case; between two of them a probability moves by under 1e-4. */
  private static final int SHARES = 400;

  private static final double TIE = 1e-9;

  /** Up to so many seeds half to their power is far from too small to be held. */
  private static final int MOST_BY_PRODUCT = 500;

  public SolvedTest {
    if (solved < 0 || solved > of || otherSolved < 0 || otherSolved > ofOther) {
      throw new IllegalArgumentException(
          "Invalid counts: %d of %d and %d of %d".formatted(solved, of, otherSolved, ofOther));
    }
  }

  /**
   * How likely so large a difference of the shares solved would be if the first cell's chance were
   * at most the second's plus {@code margin}.
   *
   * @param margin between -1 and 1
   */
  public double above(double margin) {
    if (of == 0 || ofOther == 0) {
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
   * How likely so small a difference would be if the first cell's chance were at least the second's
   * plus {@code margin}.
   */
  public double below(double margin) {
    return new SolvedTest(of - solved, of, ofOther - otherSolved, ofOther).above(-margin);
  }

  /** How likely so close a result would be if the chances differed by {@code margin} or more. */
  public double within(double margin) {
    return margin <= 0 ? 1 : Math.max(above(-margin), below(margin));
  }

  /** How likely so many solved, or more, would be at a chance of {@code share} or less. */
  public static double aboveShare(int solved, int of, double share) {
    return of == 0
        ? 1
        : solved == 0
            ? 1
            : 1 - new BinomialDistribution(null, of, clip(share)).cumulativeProbability(solved - 1);
  }

  /** How likely so few solved, or fewer, would be at a chance of {@code share} or more. */
  public static double belowShare(int solved, int of, double share) {
    return aboveShare(of - solved, of, 1 - share);
  }

  /** That the difference of shares is at least the one seen, at given chances. */
  private double probability(double chance, double otherChance) {
    double[] first = probabilities(of, chance);
    double[] second = probabilities(ofOther, otherChance);
    double seen = difference(solved, otherSolved);
    double total = 0;
    double atLeast = 0;
    int least = of + 1;
    // The more the second cell solved, the more the first must have: from the right, a tail grows.
    for (int j = 0; j <= ofOther; j++) {
      int needed = ofOther - j;
      while (least > 0 && difference(least - 1, needed) >= seen - TIE) {
        least--;
        atLeast += first[least];
      }
      total += second[needed] * atLeast;
    }
    return total;
  }

  /** Of 0 to n solved, at a chance. */
  private static double[] probabilities(int n, double chance) {
    double[] all = new double[n + 1];
    if (n > MOST_BY_PRODUCT) {
      BinomialDistribution binomial = new BinomialDistribution(null, n, chance);
      for (int k = 0; k <= n; k++) {
        all[k] = binomial.probability(k);
      }
      return all;
    }
    // From the end where the start is not too small to be held.
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
    return (double) a / of - (double) b / ofOther;
  }

  private static double clip(double share) {
    return Math.min(1, Math.max(0, share));
  }
}
