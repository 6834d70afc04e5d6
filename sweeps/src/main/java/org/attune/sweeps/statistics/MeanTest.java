package org.attune.sweeps.statistics;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * Student's t on one number per seed: where their mean lies, as differences between two cells that
 * share seeds (a paired test), or as one cell's values.
 *
 * <p>Values that are all alike have no spread to divide by. Then the sign test's bound stands in:
 * {@code n} values on one side of a margin happen with probability {@code 2^-n} when either side is
 * as likely.
 *
 * @param summary of the numbers
 */
public record MeanTest(Summary summary) {

  /** Tests the mean of the numbers, one per seed, in any order. */
  public static MeanTest of(double... values) {
    return new MeanTest(Summary.of(values));
  }

  /**
   * How likely a mean as large as this, or larger, would be if the true one were {@code margin} or
   * less; 1 below two values.
   */
  public double above(double margin) {
    return tail(summary.mean() - margin);
  }

  /**
   * How likely a mean as small as this, or smaller, would be if the true one were {@code margin} or
   * more; 1 below two values.
   */
  public double below(double margin) {
    return tail(margin - summary.mean());
  }

  /**
   * Two one-sided tests (Schuirmann, J. Pharmacokinet. Biopharm. 15, 1987): how likely a mean so
   * far inside the margin would be if the true one were at or beyond it on either side.
   *
   * @param margin of practical equivalence; at 0 or below nothing lies within it
   */
  public double within(double margin) {
    return margin <= 0 ? 1 : Math.max(above(-margin), below(margin));
  }

  /**
   * The two-sided confidence interval of the mean at a level such as 0.95, of the means that the
   * tests do not rule out; NaN below two values, and where values that are all alike are too few
   * for the sign test.
   */
  public Interval interval(double level) {
    boolean tooFewAlike = summary.std() == 0 && 2 * Math.pow(2, -summary.n()) > 1 - level;
    if (summary.n() < 2 || tooFewAlike) {
      return new Interval(Double.NaN, Double.NaN);
    }
    double quantile = student().inverseCumulativeProbability((1 + level) / 2);
    double half = quantile * standardError();
    return new Interval(summary.mean() - half, summary.mean() + half);
  }

  /** How likely a mean so far from 0, on either side, would be if the true one were 0. */
  public double twoSided() {
    return Math.min(1, 2 * Math.min(above(0), below(0)));
  }

  /** From {@code low} to {@code high}, both included. */
  public record Interval(double low, double high) {}

  private double tail(double distance) {
    if (summary.n() < 2 || Double.isNaN(distance)) {
      return 1;
    }
    if (summary.std() == 0) {
      return distance > 0 ? Math.pow(2, -summary.n()) : 1;
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
