package org.attune.jobs.console;

import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/** Formats a mean and its spread for tables on the screen. */
public final class SpreadText {

  private static final double LEAST_PLAIN = 1e-3;
  private static final double MOST_PLAIN = 1e3;

  /** Four decimals show no digit of a smaller spread. */
  private static final double LEAST_SPREAD = 1e-4;

  /** A smaller share of the mean is the rounding of sums. */
  private static final double ROUNDING = 1e-12;

  private SpreadText() {}

  /**
   * For example {@code 0.8810 ± 0.0160}; a single number stands alone. A number that four decimals
   * do not suit is rounded as its spread supports.
   */
  public static String of(Summary summary) {
    if (summary.n() == 0) {
      return "no result";
    }
    double size = Math.abs(summary.mean());
    boolean narrow = summary.std() > ROUNDING * size && summary.std() < LEAST_SPREAD;
    if (size > 0 && size < LEAST_PLAIN || size >= MOST_PLAIN || narrow) {
      return Rounded.meanAndDeviation(summary);
    }
    String mean = "%.4f".formatted(summary.mean());
    return summary.n() == 1 ? mean : mean + " ± %.4f".formatted(summary.std());
  }

  /** A single number, such as {@code 0.6664}. */
  public static String number(double value) {
    return of(Summary.of(value));
  }
}
