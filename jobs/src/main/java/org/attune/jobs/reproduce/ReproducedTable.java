package org.attune.jobs.reproduce;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.jobs.report.ReproductionReport;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.paper.PaperTable;
import org.attune.sweeps.paper.Reproduction;

/**
 * A paper's table that has been reproduced.
 *
 * @param judged our numbers, with the verdicts
 * @param facts how the numbers came about
 * @param directory of its results
 * @param lambda the sweep over lambda beside it, if it was run
 */
record ReproducedTable(
    PaperTable table,
    String scale,
    Reproduction judged,
    RunFacts facts,
    String directory,
    Optional<LambdaSweep> lambda) {

  /** The table's file, for the raw results. */
  SpecCopy file() {
    return new SpecCopy(table.text(), Map.of("scale", scale));
  }

  String text() {
    return "%s (%s)%n%n%s%s%n".formatted(table.key(), scale, report().text(), facts.line());
  }

  String markdown() {
    return "## %s (%s)%n%n%s%n%s%n"
        .formatted(table.key(), scale, report().markdown(), facts.line());
  }

  ReproductionReport report() {
    return new ReproductionReport(judged);
  }

  List<Finding> findings() {
    return judged.findings();
  }

  /** The findings that more seeds may decide. */
  List<Finding> open() {
    return findings().stream()
        .filter(finding -> finding.verdict() == ClaimVerdict.INCONCLUSIVE)
        .toList();
  }
}
