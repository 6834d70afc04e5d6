package org.attune.papers.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.verdict.AuthorsSettings;

/**
 * How many of the papers' claims are judged at their authors' size.
 *
 * @param tables of an overview
 * @param larger the tables that also ran at the papers' scale; each stands for the table of its key
 */
record AuthorsSize(List<ReproducedTable> tables, List<ReproducedTable> larger) {

  /** The folder beside the pages that has those of the papers' scale. */
  static final String FOLDER = "paper";

  AuthorsSize {
    tables = List.copyOf(tables);
    larger = List.copyOf(larger);
  }

  /** The count as a sentence. */
  String sentence() {
    List<ReproducedTable> counted = new ArrayList<>(larger);
    tables.stream()
        .filter(
            table ->
                larger.stream()
                    .noneMatch(reproducedTable -> reproducedTable.table().equals(table.table())))
        .forEach(counted::add);
    long claims = counted.stream().mapToLong(table -> papers(table).size()).sum();
    List<ReproducedTable> ofTheSize = counted.stream().filter(AuthorsSize::is).toList();
    long judged =
        ofTheSize.stream()
            .flatMap(table -> papers(table).stream())
            .filter(finding -> finding.claim().testable() && finding.seeds() > 0)
            .count();
    return "%d of the papers' %s judged at the authors' size%s."
        .formatted(
            judged, Counted.of(claims, "claim") + (claims == 1 ? " is" : " are"), named(ofTheSize));
  }

  private String named(List<ReproducedTable> ofTheSize) {
    List<String> pages = new ArrayList<>();
    for (ReproducedTable table : ofTheSize) {
      String key = table.table().key();
      if (!papers(table).isEmpty()) {
        pages.add("[%s](%s%s.md)".formatted(key, larger.contains(table) ? FOLDER + "/" : "", key));
      }
    }
    return pages.isEmpty() ? "" : ": " + String.join(", ", pages);
  }

  private static boolean is(ReproducedTable table) {
    return AuthorsSettings.of(table.facts().spec().comparison().layout()).agree();
  }

  private static List<Finding> papers(ReproducedTable table) {
    return table.findings().stream()
        .filter(finding -> finding.claim().source().equals(Optional.of(ClaimSource.PAPER)))
        .toList();
  }
}
