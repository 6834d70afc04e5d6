package org.attune.jobs.report;

import java.util.List;

/** The mark of a p that is the least that a test can give of so few values. */
final class LeastP {

  private static final String MARK = " (least)";

  /** A smaller one prints as below this in any case. */
  private static final double PRINTED = 1e-4;

  private LeastP() {}

  /** What follows a p in print; empty for one that more of a difference would make smaller. */
  static String mark(double p, boolean least) {
    return least && p >= PRINTED ? MARK : "";
  }

  /** What the mark means, where some p has it. */
  static List<String> note(boolean any, String values, String more) {
    return any
        ? List.of("%s: so few %s can give no smaller p%s".formatted(MARK.strip(), values, more))
        : List.of();
  }
}
