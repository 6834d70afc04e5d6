package org.attune.jobs.report;

import java.util.List;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.importance.Importances;

/** The mark of a p that is the least that a test can give of so few values. */
final class LeastP {

  private static final String MARK = " (least)";

  /** A smaller one prints as below this in any case. */
  private static final double PRINTED = 1e-4;

  static final String BEFORE_HOLM = " before Holm's adjustment";

  private LeastP() {}

  /** What follows a p in print; empty for one that more of a difference would make smaller. */
  static String mark(double p, boolean least) {
    return least && p >= PRINTED ? MARK : "";
  }

  /** The mark after an importance's p. */
  static String mark(Importances.AxisImportance axis) {
    return mark(axis.probability(), axis.least());
  }

  /** The mark after a claim's p. */
  static String mark(Finding finding) {
    return mark(finding.unadjusted(), finding.least());
  }

  /** Explains the mark if some importance has it; else empty. */
  static List<String> note(Importances importances) {
    boolean any = importances.axes().stream().anyMatch(axis -> !mark(axis).isEmpty());
    return importances.exact()
        ? note(any, "trials", BEFORE_HOLM)
        : note(any, "trials or shuffled forests", "");
  }

  /** Explains the mark if some p has it; else empty. */
  static List<String> note(boolean any, String values, String more) {
    return any
        ? List.of("%s: so few %s can give no smaller p%s".formatted(MARK.strip(), values, more))
        : List.of();
  }
}
