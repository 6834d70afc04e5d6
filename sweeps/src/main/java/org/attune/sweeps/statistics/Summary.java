package org.attune.sweeps.statistics;

import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The mean and spread of a cell's replicates.
 *
 * @param n how many
 * @param mean of them; not a number when there are none
 * @param std sample standard deviation, with n - 1 below the line; not a number when n is below 2
 */
public record Summary(long n, double mean, double std) {

  /** Summarises values in any order. */
  public static Summary of(double... values) {
    SummaryStatistics statistics = new SummaryStatistics();
    for (double value : values) {
      statistics.addValue(value);
    }
    long n = statistics.getN();
    // The library calls the spread of one value 0; it is unknown.
    double std = n < 2 ? Double.NaN : statistics.getStandardDeviation();
    return new Summary(n, statistics.getMean(), std);
  }
}
