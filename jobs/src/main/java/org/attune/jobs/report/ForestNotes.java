package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.importance.Importances.AxisImportance;

/** What the shares of importances mean, and what they do not: a sentence each. */
final class ForestNotes {

  /** Stands for a share. */
  static final String WITHIN = "within chance";

  /** Above this share of one axis, the others share what its bad values leave. */
  private static final double NEARLY_ALL = .9;

  /** After a search that looks at results. */
  static final String UNTESTED =
      "The search tried more values where results were good, so no share is tested. An idle axis"
          + " may have a share: confirm it in a grid or a random search.";

  private ForestNotes() {}

  static List<String> of(Importances importances) {
    List<String> notes = new ArrayList<>(LeastP.note(importances));
    if (!Double.isNaN(importances.chance())) {
      notes.add(UNTESTED);
      notes.add(chance(importances));
    }
    AxisImportance first = importances.axes().get(0);
    if (first.share() >= NEARLY_ALL && importances.axes().size() > 1) {
      notes.add(
          "%s alone makes nearly all of the spread, so shares say nothing of the others: its bad values may hide what they do at its good ones. To see that, sweep them with %s held near its best."
              .formatted(first.axis(), first.axis()));
    }
    return notes;
  }

  /** What a share is compared with after a search. */
  static String chance(Importances importances) {
    return "%s: shuffled copies of the axes, which do nothing, have up to %s in 19 of 20 such forests."
        .formatted(WITHIN, percent(importances.chance()));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
