package org.attune.jobs.reproduce;

import java.util.Optional;
import org.attune.jobs.report.ReproductionReport;
import org.attune.sweeps.paper.PaperTable;

/**
 * A paper's table that has been reproduced.
 *
 * @param how command, seeds, machine and time, in one line
 * @param facts the same in full
 * @param directory of its results
 * @param lambda the sweep over lambda beside it, if it was run
 */
record ReproducedTable(
    PaperTable table,
    String scale,
    ReproductionReport report,
    String how,
    RunFacts facts,
    String directory,
    Optional<LambdaSweep> lambda) {

  String text() {
    return "%s (%s)%n%n%s%s%n".formatted(table.key(), scale, report.text(), how);
  }

  String markdown() {
    return "## %s (%s)%n%n%s%n%s%n".formatted(table.key(), scale, report.markdown(), how);
  }
}
