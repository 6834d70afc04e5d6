package org.attune.jobs.export;

import com.univocity.parsers.csv.CsvWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.jobs.report.PairTable;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPairs;

/**
 * The cells beside their control, for a paper: the table that {@code analyze} prints. CSV rounds
 * nothing, and has a column for each number.
 *
 * @param unfinished says that the table is not final; empty if it is
 */
record PairsExport(String sweep, PairTable table, Optional<String> unfinished) {

  /** The columns from the difference on: difference, interval, level, seeds, p, verdict. */
  private static final int RESULTS = 6;

  String csv() {
    StringWriter text = new StringWriter();
    CsvWriter writer = new CsvWriter(text, CsvTable.settings());
    writer.writeHeaders(
        "metric",
        "cell",
        "control",
        "cell_at",
        "control_at",
        "difference",
        "low",
        "high",
        "level",
        "why_ranks",
        "n",
        "failed",
        "stopped",
        "failed_elsewhere",
        "p_adjusted",
        "verdict",
        "config_hash",
        "control_config_hash",
        "two_modes");
    CellPairs pairs = table.pairs();
    for (CellPair pair : pairs.pairs()) {
      writer.writeRow(
          table.metric(),
          CsvTable.safe(pair.cell()),
          CsvTable.safe(pair.control()),
          CsvTable.safe(pair.at()),
          CsvTable.safe(pair.controlAt()),
          CsvTable.known(pair.difference()),
          CsvTable.known(pair.interval().low()),
          CsvTable.known(pair.interval().high()),
          CsvTable.known(pair.level()),
          pair.whyRanks().orElse(null),
          pair.n(),
          pair.failed(),
          pair.stopped(),
          pair.failedElsewhere(),
          CsvTable.known(pair.adjusted()),
          pairs.label(pair),
          all(pair, CellPair.PairSetting::hash),
          all(pair, CellPair.PairSetting::controlHash),
          String.join(" ", PairTable.labels(pair.twoModes())));
    }
    writer.close();
    return text.toString();
  }

  /** The hashes of all settings that a row averages, with spaces between them. */
  private static String all(CellPair pair, Function<CellPair.PairSetting, String> hash) {
    return pair.settings().stream().map(hash).distinct().collect(Collectors.joining(" "));
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(MarkdownTable.escape(String.join("; ", table.title()))).append(".\n\n");
    MarkdownTable.line(text, table.heading());
    List<String> rule = new ArrayList<>(Collections.nCopies(table.heading().size(), "---"));
    Collections.fill(rule.subList(names(), rule.size() - 1), "---:");
    MarkdownTable.line(text, rule);
    table
        .rows()
        .forEach(row -> MarkdownTable.line(text, row.stream().map(MarkdownTable::escape).toList()));
    unfinished.map(MarkdownTable::note).ifPresent(text::append);
    below().map(MarkdownTable::escape).ifPresent(b -> text.append('\n').append(b).append('\n'));
    return text.toString();
  }

  String latex() {
    StringBuilder body = new StringBuilder();
    table
        .rows()
        .forEach(
            row -> body.append("    ").append(String.join(" & ", typeset(row))).append(" \\\\\n"));
    return """
    %% Needs \\usepackage{booktabs}, \\usepackage{textcomp} and \\usepackage{graphicx} in the preamble.
    \\begin{table}
      \\centering
      \\caption{%s: %s%s.%s}
      \\label{tab:%s-pairs}
      \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%%
      \\begin{tabular}{%s}
        \\toprule
        %s \\\\
        \\midrule
    %s    \\bottomrule
      \\end{tabular}}
    \\end{table}
    """
        .formatted(
            LatexTable.escape(sweep),
            LatexTable.escape(String.join("; ", table.title())),
            unfinished.map("; "::concat).orElse(""),
            below().map(LatexTable::escape).map(" "::concat).orElse(""),
            LatexTable.label(sweep),
            "l".repeat(names()) + "r".repeat(RESULTS - 1) + "l",
            String.join(" & ", table.heading()),
            body);
  }

  /**
   * Which cells have two modes, and by which number of looks p is multiplied; empty for neither.
   */
  private Optional<String> below() {
    return Optional.of(String.join(" ", table.below())).filter(notes -> !notes.isEmpty());
  }

  /** A row with its difference, interval and p as mathematics. */
  private List<String> typeset(List<String> row) {
    List<String> cells = new ArrayList<>(row);
    cells.replaceAll(LatexTable::escape);
    for (int column : new int[] {names(), names() + 1, cells.size() - 2}) {
      cells.set(column, mathematics(row.get(column)));
    }
    return cells;
  }

  /** A text whose numbers are mathematics, such as {@code -0.2 to 3e-5} or {@code <.0001}. */
  private static String mathematics(String text) {
    return text.replaceAll("(<?[+-]?(?:[0-9.]+|∞))(?:e(-?\\d+))?", "\\$$1@$2@\\$")
        .replace("@@", "")
        .replaceAll("@(-?\\d+)@", " \\\\times 10^{$1}")
        .replace("∞", "\\infty");
  }

  /** The number of columns before the results. */
  private int names() {
    return table.heading().size() - RESULTS;
  }
}
