package org.attune.papers.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.report.ClaimText;
import org.attune.jobs.report.FoundText;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Judge;
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
    return counts() + "\n" + table(tables, table -> table.table().key()).aligned();
  }

  String markdown() {
    return counts() + "\n\n" + table(tables, table -> table.table().key()).markdown();
  }

  /**
   * The verdicts as Markdown, grouped by paper, with the papers' claims counted apart from ours.
   *
   * @param name the name of a table in its rows
   */
  String byPaper(Function<ReproducedTable, String> name) {
    Map<String, List<ReproducedTable>> papers =
        tables.stream()
            .collect(
                Collectors.groupingBy(
                    table -> table.table().paper(), LinkedHashMap::new, Collectors.toList()));
    StringBuilder text = new StringBuilder(counts()).append("\n\n");
    text.append(counts(papers).markdown());
    papers.forEach(
        (paper, reproducedTables) ->
            text.append(
                "\n## %s\n\n%s".formatted(paper, table(reproducedTables, name).markdown())));
    return text.toString();
  }

  /** The number of each verdict, for each paper and source of claims. */
  private TextTable counts(Map<String, List<ReproducedTable>> papers) {
    List<String> heading = new ArrayList<>(List.of("paper", "whose claims"));
    List<ClaimVerdict> columns = columns();
    boolean own = findings(tables).anyMatch(finding -> finding.claim().own());
    for (ClaimVerdict verdict : columns) {
      heading.add(
          own && verdict == ClaimVerdict.REPRODUCED ? "reproduced / shown" : verdict.label());
    }
    TextTable table = TextTable.of(heading.toArray(String[]::new));
    papers.forEach(
        (paper, tables) -> {
          for (ClaimSource source : ClaimSource.values()) {
            List<Finding> findings =
                findings(tables)
                    .filter(finding -> finding.claim().source().equals(Optional.of(source)))
                    .toList();
            List<String> row = new ArrayList<>(List.of(paper, source.label()));
            Map<ClaimVerdict, Long> counts = count(findings);
            columns.forEach(verdict -> row.add(String.valueOf(counts.get(verdict))));
            if (!findings.isEmpty()) {
              table.add(row.toArray());
            }
          }
        });
    return table;
  }

  /**
   * All verdicts; a difference of rounding alone is rare, and has a column only where it occurs.
   */
  private List<ClaimVerdict> columns() {
    boolean rounding = count(findings(tables).toList()).get(ClaimVerdict.ROUNDING) > 0;
    return Arrays.stream(ClaimVerdict.values())
        .filter(verdict -> rounding || verdict != ClaimVerdict.ROUNDING)
        .toList();
  }

  /**
   * The number of each verdict: {@code 5 claims of the papers in 1 table: 3 reproduced, 2 smaller}.
   * Ours follow in a sentence of their own: {@code 2 shown}.
   */
  private String counts() {
    Set<Finding> stands = stands();
    List<Finding> all = findings(tables).toList();
    Map<Boolean, List<Finding>> byOwner =
        all.stream().collect(Collectors.partitioningBy(finding -> finding.claim().own()));
    String papers = counted(byOwner.get(false), "claim", " of the papers");
    String each =
        Stream.of(
                papers,
                counted(
                    byOwner.get(true), (papers.isEmpty() ? "" : "further ") + "claim", " of ours"))
            .filter(sentence -> !sentence.isEmpty())
            .collect(Collectors.joining(" "));
    long withdrawn =
        all.stream().filter(finding -> over(finding, stands) != finding.verdict()).count();
    return String.format(
        Locale.ROOT,
        "%s%s%s",
        each,
        withdrawn == 0
            ? ""
            : " %d that a table shows do not stand over all tables, and count as inconclusive."
                .formatted(withdrawn),
        stands.isEmpty()
            ? ""
            : " At most %.0f %% of these verdicts are expected to be wrong (Benjamini and Hochberg)%s."
                .formatted(100 * Judge.LEVEL, unlessPicked()));
  }

  private String counted(List<Finding> findings, String what, String whose) {
    long judgedTables =
        tables.stream().filter(table -> !Collections.disjoint(table.findings(), findings)).count();
    String each =
        count(findings).entrySet().stream()
            .filter(verdict -> verdict.getValue() > 0)
            .map(
                verdict ->
                    verdict.getValue() + " " + verdict.getKey().words(findings.get(0).claim()))
            .collect(Collectors.joining(", "));
    return findings.isEmpty()
        ? ""
        : "%s%s in %s: %s."
            .formatted(
                Counted.of(findings.size(), what), whose, Counted.of(judgedTables, "table"), each);
  }

  /** What the promise on the verdicts rests on; empty if all claims came before the results. */
  private String unlessPicked() {
    long after = tables.stream().mapToLong(table -> table.judged().statedAfter()).sum();
    return after == 0
        ? ""
        : after == 1
            ? ", if the claim that was stated after the results was not picked from them"
            : ", if none of the %d claims that were stated after the results was picked from them"
                .formatted(after);
  }

  /** The number of findings with each verdict over all tables together. */
  private Map<ClaimVerdict, Long> count(List<Finding> findings) {
    Set<Finding> stands = stands();
    Map<ClaimVerdict, Long> counts = new EnumMap<>(ClaimVerdict.class);
    for (ClaimVerdict verdict : ClaimVerdict.values()) {
      counts.put(
          verdict, findings.stream().filter(finding -> over(finding, stands) == verdict).count());
    }
    return counts;
  }

  private static Stream<Finding> findings(Collection<ReproducedTable> tables) {
    return tables.stream().flatMap(table -> table.findings().stream());
  }

  /** The verdict over all tables together. */
  private static ClaimVerdict over(Finding finding, Set<Finding> stands) {
    return finding.verdict().shown() && !stands.contains(finding)
        ? ClaimVerdict.INCONCLUSIVE
        : finding.verdict();
  }

  /** The findings that remain significant over all tables together. */
  private Set<Finding> stands() {
    List<Finding> tested = findings(tables).filter(finding -> finding.claim().testable()).toList();
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

  private TextTable table(List<ReproducedTable> shown, Function<ReproducedTable, String> name) {
    TextTable verdicts = TextTable.of(HEADING);
    Set<Finding> stands = stands();
    for (ReproducedTable table : shown) {
      for (int i = 0; i < table.findings().size(); i++) {
        Finding finding = table.findings().get(i);
        String remark = table.judged().stated().get(i).remark();
        verdicts.add(
            name.apply(table),
            over(finding, stands) == finding.verdict()
                ? ClaimText.verdict(finding, table.judged().prices().get(i), table.judged().looks())
                : "inconclusive over all tables (%s in its own)"
                    .formatted(finding.verdict().words(finding.claim())),
            finding.claim().says() + (remark.isEmpty() ? "" : " (" + remark + ")"),
            finding.claim().source().map(ClaimSource::label).orElse(""),
            finding.claim().paper(),
            FoundText.of(finding),
            ClaimText.seeds(finding, table.judged().looks()));
      }
    }
    return verdicts;
  }
}
