package org.attune.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Verdict;

/** Every verdict of several tables. */
record Verdicts(List<ReproducedTable> tables) {

  private static final String[] HEADING = {"table", "verdict", "claim", "paper", "found", "seeds"};

  String text() {
    return counts() + "\n" + TextTable.of(HEADING, rows(table -> table.table().key())).aligned();
  }

  String markdown() {
    return markdown(table -> table.table().key());
  }

  /**
   * As Markdown.
   *
   * @param name how a table is called in its rows
   */
  String markdown(Function<ReproducedTable, String> name) {
    return counts() + "\n\n" + TextTable.of(HEADING, rows(name)).markdown();
  }

  /** How many of each verdict: {@code 5 claims of 1 table: 3 reproduced, 2 not reproduced}. */
  private String counts() {
    List<Finding> all = tables.stream().flatMap(t -> t.report().of().findings().stream()).toList();
    String each =
        Arrays.stream(Verdict.values())
            .map(
                verdict ->
                    "%d %s"
                        .formatted(
                            all.stream().filter(f -> f.verdict() == verdict).count(),
                            verdict.label()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT, "%d claims of %d tables: %s", all.size(), tables.size(), each);
  }

  private List<String[]> rows(Function<ReproducedTable, String> name) {
    List<String[]> rows = new ArrayList<>();
    for (ReproducedTable table : tables) {
      for (Finding finding : table.report().of().findings()) {
        rows.add(
            new String[] {
              name.apply(table),
              finding.verdict().label(),
              finding.claim().says(),
              finding.claim().paper(),
              ReproductionReport.found(finding),
              String.valueOf(finding.seeds())
            });
      }
    }
    return rows;
  }
}
