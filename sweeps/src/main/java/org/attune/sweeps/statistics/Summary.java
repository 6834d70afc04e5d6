package org.attune.sweeps.statistics;

import java.util.Collection;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The mean and spread of a cell's replicates.
 *
 * @param n number of values
 * @param mean mean of the values; NaN if there are none
 * @param std sample standard deviation, with denominator n - 1; NaN if n is below 2
 */
public record Summary(long n, double mean, double std) {

  /** A smaller share of a value is rounding. */
  private static final double ROUNDING = 1e-12;

  /** The square of a larger value may be infinite. */
  private static final double HUGE = 1e150;

  /** Summarises values in any order. */
  public static Summary of(Collection<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Summarises values in any order. */
  public static Summary of(double... values) {
    double unit = unit(values);
    SummaryStatistics statistics = new SummaryStatistics();
    for (double value : values) {
      statistics.addValue(value / unit);
    }
    long n = statistics.getN();
    // The library gives 0 as the spread of one value, but it is unknown.
    double std = n < 2 ? Double.NaN : statistics.getStandardDeviation() * unit;
    return new Summary(n, statistics.getMean() * unit, std);
  }

  /** A power of two by which huge values are divided, so that no sum and no square overflows. */
  private static double unit(double... values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest > HUGE && Double.isFinite(largest)
        ? Math.scalb(1.0, Math.getExponent(largest))
        : 1;
  }

  /**
   * Summarises differences of values, in any order. A mean or a spread that rounding of the values
   * explains is 0.
   *
   * @param largest absolute value among those that were subtracted
   */
  static Summary ofDifferences(double[] differences, double largest) {
    Summary summary = of(differences);
    double rounding = Rounding.FLOAT64.of(largest);
    return new Summary(
        summary.n,
        Math.abs(summary.mean) <= rounding ? 0 : summary.mean,
        summary.std <= rounding ? 0 : summary.std);
  }

  /** Whether the values are equal, or differ by rounding alone. */
  public boolean alike() {
    return std <= ROUNDING * Math.abs(mean);
  }
}
