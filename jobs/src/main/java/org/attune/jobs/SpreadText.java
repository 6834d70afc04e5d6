package org.attune.jobs;

import java.util.Locale;
import org.attune.sweeps.statistics.Summary;

/** A mean and its spread, as tables on the screen show them. */
final class SpreadText {

  private SpreadText() {}

  /** Such as {@code 0.8810 ± 0.0160}; of one number that number alone. */
  static String of(Summary summary) {
    if (summary.n() == 0) {
      return "no result";
    }
    String mean = String.format(Locale.ROOT, "%.4f", summary.mean());
    return summary.n() == 1 ? mean : mean + String.format(Locale.ROOT, " ± %.4f", summary.std());
  }
}
