package org.attune.sweeps.analysis;

import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.MeanTest.Interval;

/**
 * Two values of one axis, compared with everything else equal.
 *
 * @param axis key of the factor
 * @param first the value with the better mean, or the lower mean if neither direction is better
 * @param second the other value
 * @param seeds whether there is one difference per seed (the mean over settings); otherwise one per
 *     setting of the other axes, because there is only one seed
 * @param n number of differences
 * @param settings number of settings of the other axes that have both values
 * @param test of the differences, first minus second
 * @param interval of the mean difference, at the level from Holm's method: it excludes 0 exactly if
 *     {@code adjusted} is at most 0.05
 * @param effectSize Hedges' g of the differences (J. Educ. Stat. 6, 1981): their mean in standard
 *     deviations, corrected for bias at small n; NaN below three, or if they have no spread
 * @param probability two-sided, of Student's t on the differences, as far as so few can show; NaN
 *     in a sweep whose cells a search chose by results, which has no interval either
 * @param adjusted Holm-adjusted over all comparisons of the sweep
 * @param shown whether a difference is shown: {@code adjusted} is at most 0.05, and the sweep shows
 *     some effect
 */
public record PairedComparison(
    String axis,
    String first,
    String second,
    boolean seeds,
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

  PairedComparison adjusted(double all, double level, boolean found) {
    return with(test.intervalOfPairs(1 - level), probability, all, found && all <= Effect.LEVEL);
  }

  /** The difference alone, where no test holds. */
  PairedComparison untested() {
    return with(new Interval(Double.NaN, Double.NaN), Double.NaN, Double.NaN, false);
  }

  private PairedComparison with(Interval ofMean, double own, double all, boolean isShown) {
    return new PairedComparison(
        axis, first, second, seeds, n, settings, test, ofMean, effectSize, own, all, isShown);
  }
}
