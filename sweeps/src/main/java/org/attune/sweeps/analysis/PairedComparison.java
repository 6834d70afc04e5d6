package org.attune.sweeps.analysis;

import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.MeanTest.Interval;

/**
 * Two values of one axis, compared where all else is equal.
 *
 * @param axis key of the factor
 * @param first the value with the better mean, or the lower one where neither way is better
 * @param second the other
 * @param seeds whether the differences are one per seed (the mean over settings); otherwise one per
 *     setting of the other axes, for there is one seed only
 * @param n differences
 * @param settings of the other axes that have both values
 * @param test of the differences, first less second
 * @param interval of the mean difference at the level that Holm's method holds it against: it
 *     leaves 0 out exactly where {@code adjusted} is at most 0.05
 * @param effectSize Hedges' g of the differences (J. Educ. Stat. 6, 1981): their mean in standard
 *     deviations, less its bias at few; NaN below three, or when they have no spread
 * @param probability two-sided, of Student's t on the differences
 * @param adjusted the same, Holm-adjusted over all comparisons of the sweep
 * @param shown whether a difference is shown: {@code adjusted} is at most 0.05, in a sweep in which
 *     some effect is
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

  /** Mean of first less second. */
  public double difference() {
    return test.summary().mean();
  }

  PairedComparison adjusted(double all, double level, boolean found) {
    return new PairedComparison(
        axis,
        first,
        second,
        seeds,
        n,
        settings,
        test,
        test.interval(1 - level),
        effectSize,
        probability,
        all,
        found && all <= Effect.LEVEL);
  }
}
