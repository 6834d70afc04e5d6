package org.attune.jobs.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.report.ReproductionReport;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Source;
import org.attune.sweeps.claim.Verdict;
import org.attune.sweeps.statistics.FalseDiscovery;

/**
 * All verdicts of several tables, judged together. At most the share {@link Judge#LEVEL} of the
 * shown verdicts is wrong.
 */
record Verdicts(List<ReproducedTable> tables) {

  private static final String[] HEADING = {
    "table", "verdict", "claim", "source", "paper", "found", "seeds"
  };

  String text() {
    return counts() + "\n" + TextTable.of(HEADING, rows(table -> table.table().key())).aligned();
  }

  String markdown() {
    return markdown(table -> table.table().key());
  }

  /**
   * The verdicts as Markdown.
   *
   * @param name the name of a table in its rows
   */
  String markdown(Function<ReproducedTable, String> name) {
    return counts() + "\n\n" + TextTable.of(HEADING, rows(name)).markdown();
  }

  /**
   * The verdicts as Markdown, grouped by paper, with the papers' claims counted apart from ours.
   *
   * @param name the name of a table in its rows
   */
  String byPaper(Function<ReproducedTable, String> name) {
    StringBuilder text = new StringBuilder(counts()).append("\n\n");
    text.append(TextTable.of(countsHeading(), countsByPaper()).markdown());
    for (String paper : papers()) {
      List<ReproducedTable> of =
          tables.stream().filter(table -> table.table().source().equals(paper)).toList();
      text.append("\n## ").append(paper).append("\n\n");
      text.append(TextTable.of(HEADING, rows(of, name)).markdown());
    }
    return text.toString();
  }

  private List<String> papers() {
    return tables.stream().map(table -> table.table().source()).distinct().toList();
  }

  private static String[] countsHeading() {
    List<String> heading = new ArrayList<>(List.of("paper", "whose claims"));
    Arrays.stream(Verdict.values()).map(Verdict::label).forEach(heading::add);
    return heading.toArray(String[]::new);
  }

  private List<String[]> countsByPaper() {
    Set<Finding> stands = stands();
    List<String[]> rows = new ArrayList<>();
    for (String paper : papers()) {
      for (Source source : Source.values()) {
        List<Finding> of =
            tables.stream()
                .filter(table -> table.table().source().equals(paper))
                .flatMap(table -> table.report().of().findings().stream())
                .filter(finding -> finding.claim().source().equals(Optional.of(source)))
                .toList();
        if (!of.isEmpty()) {
          rows.add(countsRow(paper, source, of, stands));
        }
      }
    }
    return rows;
  }

  private String[] countsRow(
      String paper, Source source, List<Finding> findings, Set<Finding> stands) {
    List<String> row = new ArrayList<>(List.of(paper, source.label()));
    for (Verdict verdict : Verdict.values()) {
      row.add(
          String.valueOf(
              findings.stream().filter(finding -> over(finding, stands) == verdict).count()));
    }
    return row.toArray(String[]::new);
  }

  /** The number of each verdict: {@code 5 claims of 1 table: 3 reproduced, 2 not reproduced}. */
  private String counts() {
    Set<Finding> stands = stands();
    List<Finding> all = tables.stream().flatMap(t -> t.report().of().findings().stream()).toList();
    String each =
        Arrays.stream(Verdict.values())
            .map(
                verdict ->
                    "%d %s"
                        .formatted(
                            all.stream().filter(f -> over(f, stands) == verdict).count(),
                            verdict.label()))
            .collect(Collectors.joining(", "));
    long withdrawn =
        all.stream()
            .filter(finding -> finding.verdict().shown() && !stands.contains(finding))
            .count();
    return String.format(
        Locale.ROOT,
        "%d claims of %d tables: %s.%s Of all verdicts here at most %.0f %% are wrong (Benjamini and"
            + " Hochberg).",
        all.size(),
        tables.size(),
        each,
        withdrawn == 0
            ? ""
            : " %d that a table shows do not stand over all tables, and count as inconclusive."
                .formatted(withdrawn),
        100 * Judge.LEVEL);
  }

  /** The verdict over all tables together. */
  private Verdict over(Finding finding, Set<Finding> stands) {
    return finding.verdict().shown() && !stands.contains(finding)
        ? Verdict.INCONCLUSIVE
        : finding.verdict();
  }

  /** The findings that remain significant over all tables together. */
  private Set<Finding> stands() {
    List<Finding> tested =
        tables.stream()
            .flatMap(table -> table.report().of().findings().stream())
            .filter(finding -> finding.claim().testable())
            .toList();
    double[] adjusted =
        FalseDiscovery.adjust(tested.stream().mapToDouble(Finding::unadjusted).toArray());
    Set<Finding> stands = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < adjusted.length; i++) {
      if (adjusted[i] <= Judge.LEVEL) {
        stands.add(tested.get(i));
      }
    }
    return stands;
  }

  private List<String[]> rows(Function<ReproducedTable, String> name) {
    return rows(tables, name);
  }

  private List<String[]> rows(List<ReproducedTable> shown, Function<ReproducedTable, String> name) {
    List<String[]> rows = new ArrayList<>();
    Set<Finding> stands = stands();
    for (ReproducedTable table : shown) {
      List<Finding> findings = table.report().of().findings();
      for (int i = 0; i < findings.size(); i++) {
        Finding finding = findings.get(i);
        String remark = table.report().of().stated().get(i).remark();
        rows.add(
            new String[] {
              name.apply(table),
              over(finding, stands) == finding.verdict()
                  ? ReproductionReport.verdict(finding, table.report().of().prices().get(i))
                  : "inconclusive over all tables (%s in its own)"
                      .formatted(finding.verdict().label()),
              finding.claim().says() + (remark.isEmpty() ? "" : " (" + remark + ")"),
              finding.claim().source().map(Source::label).orElse(""),
              finding.claim().paper(),
              ReproductionReport.found(finding),
              String.valueOf(finding.seeds())
            });
      }
    }
    return rows;
  }
}
