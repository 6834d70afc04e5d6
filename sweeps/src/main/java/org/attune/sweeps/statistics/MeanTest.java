package org.attune.sweeps.statistics;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * Student's t-test of the mean of one number per seed: differences between two cells that share
 * seeds (a paired test), or one cell's values.
 *
 * <p>Identical values have no spread to divide by; neither have values that differ by rounding
 * alone. Then the sign test's bound applies: {@code n} values lie on one side of a margin with
 * probability {@code 2^-n} if both sides are equally likely.
 *
 * @param summary of the numbers
 */
public record MeanTest(Summary summary) {

  private static final double ROUNDING = 1e-9;

  /** The test of these numbers' mean, one number per seed, in any order. */
  public static MeanTest of(double... values) {
    return new MeanTest(Summary.of(values));
  }

  /**
   * The test of the mean of differences, one per seed, in any order.
   *
   * @param largest absolute value among those that were subtracted: it says what is rounding
   */
  public static MeanTest ofDifferences(double[] differences, double largest) {
    return new MeanTest(Summary.ofDifferences(differences, largest));
  }

  /**
   * The probability of a mean this large or larger if the true mean were {@code margin} or less; 1
   * for fewer than two values.
   */
  public double above(double margin) {
    return tail(summary.mean() - margin);
  }

  /**
   * The probability of a mean this small or smaller if the true mean were {@code margin} or more; 1
   * for fewer than two values.
   */
  public double below(double margin) {
    return tail(margin - summary.mean());
  }

  /**
   * The two-sided confidence interval of the mean at a level such as 0.95: the means that the tests
   * do not reject. NaN for fewer than two values, or for too few identical values for the sign
   * test.
   */
  public Interval interval(double level) {
    boolean tooFewAlike = summary.alike() && 2 * leastBySigns(summary.n()) > 1 - level;
    if (summary.n() < 2 || tooFewAlike) {
      return Interval.NONE;
    }
    double quantile = student().inverseCumulativeProbability((1 + level) / 2);
    double half = quantile * standardError();
    return new Interval(summary.mean() - half, summary.mean() + half);
  }

  /**
   * The least one-sided probability that a number of differences between two cells show. If both
   * cells' values are equally distributed over two modes, n of them are fully separated with
   * probability at most 4^-n, and the spread in Student's t is then too small.
   */
  public static double leastOfPairs(long n) {
    return Math.pow(4, -n);
  }

  /** Whether the sign test's bound judges: the values are equal, and not 0. */
  public boolean bySigns() {
    return summary.alike() && summary.mean() != 0;
  }

  /** The least one-sided probability that a number of equal values show. */
  public static double leastBySigns(long n) {
    return Math.pow(2, -n);
  }

  /** Whether a probability is the least that a test can give, but for rounding; not if it is 1. */
  public static boolean isLeast(double probability, double least) {
    return probability < 1 && probability <= least * (1 + ROUNDING);
  }

  /**
   * Like {@link #interval}, of differences between two cells. It reaches to 0 if so few pairs
   * cannot show a difference at this level.
   */
  public Interval intervalOfPairs(double level) {
    Interval interval = interval(level);
    return 2 * leastOfPairs(summary.n()) > 1 - level
        ? new Interval(Math.min(interval.low, 0), Math.max(interval.high, 0))
        : interval;
  }

  /** The probability of a mean this far from 0, on either side, if the true mean were 0. */
  public double twoSided() {
    return Math.min(1, 2 * Math.min(above(0), below(0)));
  }

  /** The interval from {@code low} to {@code high}, inclusive. */
  public record Interval(double low, double high) {

    /** No interval. */
    public static final Interval NONE = new Interval(Double.NaN, Double.NaN);
  }

  private double tail(double distance) {
    if (summary.n() < 2 || Double.isNaN(distance)) {
      return 1;
    }
    if (summary.alike()) {
      return distance > 0 ? leastBySigns(summary.n()) : 1;
    }
    return student().cumulativeProbability(-distance / standardError());
  }

  private double standardError() {
    return summary.std() / Math.sqrt(summary.n());
  }

  private TDistribution student() {
    return new TDistribution(null, summary.n() - 1.0);
  }
}
