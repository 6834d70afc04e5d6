package org.attune.jobs.export;

import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.jobs.report.PairTable;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.table.TableRows;

/**
 * The cells beside their control, for a paper: the table that {@code analyze} prints. CSV rounds
 * nothing, and has a column for each number.
 *
 * @param unfinished says that the table is not final; empty if it is
 */
record PairsExport(String sweep, PairTable table, Optional<String> unfinished)
    implements PrintedTable {

  /** The columns from the difference on: difference, interval, level, seeds, p, verdict. */
  private static final int RESULTS = 6;

  private static final ExportedTable<Row> TABLE =
      ExportedTable.<Row>of("pairs")
          .with("metric", STRING, Row::metric)
          .with("cell", STRING, row -> row.pair().cell())
          .with("control", STRING, row -> row.pair().control())
          .with("cell_at", STRING, row -> row.pair().at())
          .with("control_at", STRING, row -> row.pair().controlAt())
          .with("difference", DOUBLE, row -> row.pair().difference())
          .with("low", DOUBLE, row -> row.pair().interval().low())
          .with("high", DOUBLE, row -> row.pair().interval().high())
          .with("level", DOUBLE, row -> row.pair().level())
          .with("why_ranks", STRING, row -> row.pair().whyRanks())
          .with("n", LONG, row -> row.pair().n())
          .with("failed", LONG, row -> row.pair().failed())
          .with("stopped", LONG, row -> row.pair().stopped())
          .with("failed_elsewhere", LONG, row -> row.pair().failedElsewhere())
          .with("p_adjusted", DOUBLE, row -> row.pair().adjusted())
          .with("verdict", STRING, Row::verdict)
          .with("config_hash", STRING, row -> all(row.pair(), CellPair.PairSetting::hash))
          .with(
              "control_config_hash",
              STRING,
              row -> all(row.pair(), CellPair.PairSetting::controlHash))
          .with(
              "two_modes",
              STRING,
              row -> String.join(" ", PairTable.labels(row.pair().twoModes())));

  /** A pair of the cells that a metric compares. */
  private record Row(String metric, CellPair pair, String verdict) {}

  @Override
  public String csv() {
    return TABLE.csv(rows(table).toList());
  }

  /** The pairs of several metrics, for a file. */
  static TableRows rows(String sweepId, List<PairTable> tables) {
    return TABLE.rows(sweepId, tables.stream().flatMap(PairsExport::rows).toList());
  }

  private static Stream<Row> rows(PairTable of) {
    CellPairs pairs = of.pairs();
    return pairs.pairs().stream().map(pair -> new Row(of.metric(), pair, pairs.label(pair)));
  }

  /** The hashes of all settings that a row averages, with spaces between them. */
  private static String all(CellPair pair, Function<CellPair.PairSetting, String> hash) {
    return pair.settings().stream().map(hash).distinct().collect(Collectors.joining(" "));
  }

  @Override
  public String markdown() {
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

  @Override
  public String latex() {
    return LatexTable.fitted(
        "%s: %s%s.%s"
            .formatted(
                LatexTable.escape(sweep),
                LatexTable.escape(String.join("; ", table.title())),
                unfinished.map("; "::concat).orElse(""),
                below().map(LatexTable::escape).map(" "::concat).orElse("")),
        LatexTable.label(sweep) + "-pairs",
        "l".repeat(names()) + "r".repeat(RESULTS - 1) + "l",
        table.heading(),
        table.rows().stream().map(this::typeset).toList());
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
