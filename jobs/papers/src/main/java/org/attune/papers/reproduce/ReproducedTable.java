package org.attune.papers.reproduce;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.claims.JudgedTable;
import org.attune.jobs.report.ReproductionReport;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.verdict.Reproduction;

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

  /**
   * A table that was judged from what is stored of it.
   *
   * @param jars the option with the jar that brings the table; empty for one of the class path
   */
  static ReproducedTable of(PaperTable table, JudgedTable judged, String directory, String jars) {
    return new ReproducedTable(
        table,
        judged.scale(),
        judged.judged(),
        new RunFacts(
            RunFacts.command(table.key(), judged.scale(), judged.sweep().header(), jars),
            judged.spec(),
            judged.sweep()),
        directory,
        Optional.empty());
  }

  /** The table as its record has it. */
  JudgedTable record() {
    return new JudgedTable(table.key(), scale, facts.spec(), facts.sweep(), judged);
  }

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
