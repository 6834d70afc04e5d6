package org.attune.jobs.console;

import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/** Formats a mean and its spread for tables on the screen. */
public final class SpreadText {

  /** A smaller share of the mean is the rounding of sums. */
  private static final double ROUNDING = 1e-12;

  private SpreadText() {}

  /**
   * For example {@code 0.881 ± 0.016}; a single number stands alone. Digits are those of {@link
   * Rounded}, as in every other table.
   */
  public static String of(Summary summary) {
    if (summary.n() == 0) {
      return "no result";
    }
    boolean equal = summary.std() <= ROUNDING * Math.abs(summary.mean());
    return Rounded.meanAndDeviation(equal ? new Summary(summary.n(), summary.mean(), 0) : summary);
  }

  /** A single number, such as {@code 0.6664}. */
  public static String number(double value) {
    return of(Summary.of(value));
  }
}
