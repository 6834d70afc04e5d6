package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.claims.JudgedTable;
import org.attune.jobs.claims.StoredTable;
import org.attune.jobs.report.PredictedText;
import org.attune.jobs.report.ReproductionReport;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.verdict.Reproduction;

/**
 * A paper's table that has been reproduced.
 *
 * @param set what the command line set over the table's file, among it the scale
 * @param judged our numbers, with the verdicts
 * @param facts how the numbers came about
 * @param directory of its results
 * @param lambda the sweep over lambda beside it, if it was run
 * @param predicted its claims at the paper's size, if a ladder is beside it or stored with the raw
 *     results
 */
record ReproducedTable(
    PaperTable table,
    String scale,
    Map<String, String> set,
    Reproduction judged,
    RunFacts facts,
    String directory,
    Optional<LambdaSweep> lambda,
    Optional<PredictedClaims> predicted) {

  /**
   * A table that was judged from what is stored of it.
   *
   * @param directory with what is stored
   * @param jars the option with the jar that brings the table; empty for one of the class path
   */
  static ReproducedTable of(PaperTable table, JudgedTable judged, Path directory, String jars)
      throws IOException {
    Map<String, String> set = new HashMap<>(StoredTable.set(directory));
    set.put("scale", judged.scale());
    return new ReproducedTable(
        table,
        judged.scale(),
        set,
        judged.judged(),
        new RunFacts(
            RunFacts.command(table.key(), set, judged.sweep().header(), jars),
            judged.spec(),
            judged.sweep()),
        directory.toString(),
        Optional.empty(),
        judged.predicted());
  }

  /** The table as its record has it. */
  JudgedTable record() {
    return new JudgedTable(table.key(), scale, facts.spec(), facts.sweep(), judged, predicted);
  }

  /** The same table, with its claims as predicted. */
  ReproducedTable predicting(Optional<PredictedClaims> claims) {
    return new ReproducedTable(table, scale, set, judged, facts, directory, lambda, claims);
  }

  /** What its page says of the claims at the paper's size. */
  Optional<PredictedText> atThePapersSize() {
    return predicted.map(claims -> new PredictedText(claims, judged));
  }

  /** The table's file, for the raw results. */
  SpecCopy file() {
    return new SpecCopy(table.text(), set);
  }

  String text() {
    String second = atThePapersSize().map(PredictedText::text).orElse("");
    return "%s (%s)%n%n%s%s%s%n"
        .formatted(table.key(), scale, report().text(), second, facts.line());
  }

  String markdown() {
    String second = atThePapersSize().map(PredictedText::markdown).orElse("");
    return "## %s (%s)%n%n%s%s%n%s%n"
        .formatted(table.key(), scale, report().markdown(), second, facts.line());
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
