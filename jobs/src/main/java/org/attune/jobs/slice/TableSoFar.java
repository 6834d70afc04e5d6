package org.attune.jobs.slice;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.catalog.AxisCatalog;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.Reproduction;

/**
 * What is known of a sweep's table: the verdicts on its testable claims, and its first column.
 *
 * @param table the sweep's results so far
 */
record TableSoFar(Reproduction table) {

  static TableSoFar of(SweepSpec spec, SweepView sweep, AxisCatalog catalog) {
    return new TableSoFar(Reproduction.of(spec, sweep, catalog));
  }

  /** How many claims are decided, as in {@code 2 of 9 claims are decided}; empty without claims. */
  String decided() {
    List<Finding> testable = testable();
    long decided = testable.stream().filter(finding -> finding.verdict().decided()).count();
    return testable.isEmpty()
        ? ""
        : "; %d of %d claims are decided".formatted(decided, testable.size());
  }

  /** The verdicts that are not those of an earlier table, a line each; all of them without one. */
  List<String> news(Optional<TableSoFar> before) {
    Map<String, ClaimVerdict> known = new HashMap<>();
    before.ifPresent(
        table -> table.testable().forEach(each -> known.put(key(each), each.verdict())));
    return testable().stream()
        .filter(finding -> finding.verdict() != known.get(key(finding)))
        .map(finding -> finding.verdict().words(finding.claim()) + ": " + key(finding))
        .toList();
  }

  /** Each cell's mean in the first column, with the number of its seeds; empty without a value. */
  Optional<String> means() {
    String means =
        table.rows().stream()
            .filter(row -> row.entries().get(0).ours().n() > 0)
            .map(TableSoFar::mean)
            .collect(Collectors.joining("; "));
    return means.isEmpty()
        ? Optional.empty()
        : Optional.of(table.layout().columns().get(0).metric() + ": " + means);
  }

  private static String mean(Reproduction.Row row) {
    Reproduction.CellEntry entry = row.entries().get(0);
    return String.format(
        Locale.ROOT, "%s %.3g (%s)", row.label(), entry.ours().mean(), entry.count());
  }

  private List<Finding> testable() {
    return table.findings().stream().filter(finding -> finding.claim().testable()).toList();
  }

  private static String key(Finding finding) {
    return finding.claim().says();
  }
}
