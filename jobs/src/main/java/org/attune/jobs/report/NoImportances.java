package org.attune.jobs.report;

import java.util.Optional;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;

/** Why an analysis has no importances. */
final class NoImportances {

  private static final String RANDOM = "; a random search over the same axes would tell them apart";

  private NoImportances() {}

  /** The reason, as in {@code none yet; they need ...}; empty if there are importances. */
  static Optional<String> reason(SweepAnalysis analysis, Optional<Importances> importances) {
    return importances.isPresent() ? Optional.empty() : Optional.of("none" + needed(analysis));
  }

  private static String needed(SweepAnalysis analysis) {
    Observations observations = analysis.observations();
    return !observations.excluded().ended()
        ? " yet; they need 12 different cells, or a full grid without open trials, and some spread"
        : observations.searched()
            ? searched(analysis)
            : "; they need 12 different cells, or a full grid, and some spread";
  }

  private static String searched(SweepAnalysis analysis) {
    if (!analysis.adjusted()) {
      return ": the %d cells that finished are too few to tell the axes apart%s"
          .formatted(analysis.observations().cells().size(), RANDOM);
    }
    return analysis.tied().isEmpty()
        ? "; after a search they need 12 different cells, and some spread"
        : ": the search changed %s together with other axes%s"
            .formatted(TerminalText.line(String.join(", ", analysis.tied())), RANDOM);
  }
}
