package org.attune.sweeps.analysis;

import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.MeanTest.Interval;

/**
 * Two values of one axis, compared by differences between cells that are otherwise equal.
 *
 * <p>A comparison is untested if a search chose the sweep's cells by results, or if trials of one
 * of the values failed. It then has no probabilities, no interval and no effect size: these are
 * NaN.
 *
 * @param axis key of the axis
 * @param first the value with the better mean, or with the lower mean if the objective has no
 *     better direction
 * @param second the other value
 * @param bySeed true if each seed gives one difference, the mean over the settings. False if there
 *     is only one seed: each setting of the other axes then gives one difference
 * @param n number of differences, at least 2
 * @param settings number of settings of the other axes at which both values have a result
 * @param test Student's t-test of the differences, first minus second, in the objective's unit
 * @param interval of the mean difference, in the objective's unit. Its level follows from Holm's
 *     method, so that it excludes 0 exactly if {@code adjusted} is at most 0.05
 * @param effectSize Hedges' g of the differences (J. Educ. Stat. 6, 1981): their mean in standard
 *     deviations, corrected for bias at small n; NaN if n is below 3, if they have no spread, or if
 *     the comparison is untested
 * @param probability two-sided, by {@link MeanTest#twoSidedOfPairs}: few differences have a least
 *     probability
 * @param adjusted the probability, adjusted by Holm's method over all comparisons of the sweep; NaN
 *     before the adjustment
 * @param shown whether a difference is shown: {@code adjusted} is at most 0.05, and the test of all
 *     cells or of an axis shows an effect
 */
public record PairedComparison(
    String axis,
    String first,
    String second,
    boolean bySeed,
    int n,
    int settings,
    MeanTest test,
    Interval interval,
    double effectSize,
    double probability,
    double adjusted,
    boolean shown) {

  /** The mean of first minus second. */
  public double difference() {
    return test.summary().mean();
  }

  /** Whether so few differences can give no smaller probability. */
  public boolean least() {
    double least = test.bySigns() ? MeanTest.leastBySigns(n) : MeanTest.leastOfPairs(n);
    return MeanTest.isLeast(probability, 2 * least);
  }

  /**
   * Adjusts it for all comparisons of the sweep; an untested one stays as it is.
   *
   * @param newAdjusted the adjusted probability
   * @param error the probability that the interval misses the mean, as Holm's method shares it out
   * @param sweepShows whether the sweep shows some effect
   */
  PairedComparison adjusted(double newAdjusted, double error, boolean sweepShows) {
    if (Double.isNaN(probability)) {
      return this;
    }
    boolean isShown = sweepShows && newAdjusted <= Effect.LEVEL;
    return with(test.intervalOfPairs(1 - error), effectSize, probability, newAdjusted, isShown);
  }

  /** The difference alone, where no test holds. */
  PairedComparison untested() {
    Interval none = new Interval(Double.NaN, Double.NaN);
    return with(none, Double.NaN, Double.NaN, Double.NaN, false);
  }

  private PairedComparison with(
      Interval newInterval,
      double newEffectSize,
      double newProbability,
      double newAdjusted,
      boolean isShown) {
    return new PairedComparison(
        axis,
        first,
        second,
        bySeed,
        n,
        settings,
        test,
        newInterval,
        newEffectSize,
        newProbability,
        newAdjusted,
        isShown);
  }
}
