package org.attune.jobs.console;

import org.attune.sweeps.statistics.Summary;

/** Formats a mean and its spread for tables on the screen. */
public final class SpreadText {

  private SpreadText() {}

  /** For example {@code 0.8810 ± 0.0160}; a single number stands alone. */
  public static String of(Summary summary) {
    if (summary.n() == 0) {
      return "no result";
    }
    String mean = "%.4f".formatted(summary.mean());
    return summary.n() == 1 ? mean : mean + " ± %.4f".formatted(summary.std());
  }
}
