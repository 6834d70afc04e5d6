package org.attune.papers.reproduce;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.verdict.AuthorsSettings;
import org.attune.sweeps.verdict.AuthorsSettings.Row;

/** The authors' settings beside ours, for a table's page. */
record SettingsText(AuthorsSettings settings) {

  private static final String[] HEADING = {"setting", "the authors'", "ours", "source"};

  /** A section of the page; empty if the table's file states no settings. */
  String markdown() {
    List<String[]> rows =
        settings.rows().stream()
            .map(row -> new String[] {row.what(), row.authors(), ours(row), source(row)})
            .toList();
    return rows.isEmpty()
        ? ""
        : "\n### the authors' setting, ours\n\n%s\n%s\n"
            .formatted(summary(), TextTable.of(HEADING, rows).markdown().stripTrailing());
  }

  private String summary() {
    List<String> differ = settings.rows().stream().filter(Row::differs).map(Row::what).toList();
    long stated = settings.rows().stream().filter(row -> row.inferred().isEmpty()).count();
    if (stated == 0) {
      return "The source states none of these settings.\n";
    }
    return differ.isEmpty()
        ? String.format(Locale.ROOT, "All %d settings that the source states are ours.\n", stated)
        : String.format(
            Locale.ROOT,
            "%d of the %d settings that the source states differ: %s.\n",
            differ.size(),
            stated,
            differ.stream().collect(Collectors.joining(", ")));
  }

  private static String ours(Row row) {
    return row.differs() ? "**" + row.ours() + "**" : row.ours();
  }

  private static String source(Row row) {
    return row.inferred().map(from -> "inferred: " + from).orElse("states it");
  }
}
