package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.UnpairedCell;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.UnpairedComparison;

/**
 * The common cells of sweeps that share no seed, as {@code attune compare} prints them.
 *
 * @param directories of the sweeps
 * @param labels their short names
 */
record UnpairedTable(List<String> directories, List<String> labels, AcrossSweeps across) {

  /** A row with the comparison that it is of. */
  record Row(UnpairedCell cell, UnpairedTable table) {}

  static final Shape<Row> ROW =
      Shape.<Row>of(Row.class)
          .with("cell", TEXT, row -> row.cell().cell())
          .with("directory", TEXT, row -> row.table().directories().get(row.cell().side()))
          .with("less", TEXT, row -> row.table().directories().get(0))
          .with("difference", NUMBER, row -> row.cell().seeds().difference())
          .with("low", NUMBER, row -> row.cell().interval().low())
          .with("high", NUMBER, row -> row.cell().interval().high())
          .with("level", NUMBER, row -> row.cell().level())
          .with("test", TEXT, row -> row.cell().seeds().ranks() ? "rank sums" : "Welch")
          .with("why_ranks", orNull(TEXT), row -> row.cell().whyRanks())
          .with("n", WHOLE, row -> finished(row.cell().seeds().cell()))
          .with("failed", WHOLE, row -> UnpairedComparison.failed(row.cell().seeds().cell()))
          .with("less_n", WHOLE, row -> finished(row.cell().seeds().control()))
          .with(
              "less_failed", WHOLE, row -> UnpairedComparison.failed(row.cell().seeds().control()))
          .with(
              "p",
              NUMBER,
              row -> Double.isNaN(row.cell().adjusted()) ? Double.NaN : row.cell().probability())
          .with("p_is_least", FLAG, row -> row.cell().least())
          .with("p_adjusted", NUMBER, row -> row.cell().adjusted())
          .with("verdict", TEXT, row -> row.table().across().said(row.cell().verdict()));

  /** The number of seeds that did not fail. */
  static int finished(double[] arm) {
    return arm.length - UnpairedComparison.failed(arm);
  }

  List<Row> rows() {
    return cells().stream().map(cell -> new Row(cell, this)).toList();
  }

  private List<UnpairedCell> cells() {
    return across.unpaired();
  }

  /** A table of common cells without a row, paired or not. */
  static TextTable headings() {
    return TextTable.of(
        "cell", "in", "difference", "interval", "level", "seeds", "p (Holm-adjusted)", "verdict");
  }

  /** The table with its heading; empty without a row. */
  String text() {
    if (cells().isEmpty()) {
      return "";
    }
    TextTable table = headings();
    cells().forEach(cell -> table.add(row(cell)));
    return "each common cell less that of %s, unpaired (Welch's t): the seeds differ%n%s%n"
        .formatted(labels.get(0), ConsoleTerminal.fit(table));
  }

  private Object[] row(UnpairedCell cell) {
    Interval interval = cell.interval();
    double spread = (interval.high() - interval.low()) / 4;
    String ranks = cell.whyRanks().map("by ranks (%s)"::formatted).orElse("");
    double difference = cell.seeds().difference();
    List<String> row = new ArrayList<>(List.of(cell.cell(), labels.get(cell.side())));
    row.add(Double.isNaN(difference) ? "" : PairTable.signed(difference, spread));
    row.add(PairTable.said(interval, spread, ranks));
    row.add(PairTable.percent(cell.level()));
    row.add("%s and %s".formatted(seeds(cell.seeds().cell()), seeds(cell.seeds().control())));
    row.add(Rounded.probability(cell.adjusted()) + mark(cell));
    row.add(across.said(cell.verdict()));
    return row.toArray();
  }

  /** An arm's number of finished seeds, and of failed ones: {@code 4, 1 failed}. */
  static String seeds(double[] arm) {
    int failed = UnpairedComparison.failed(arm);
    return finished(arm) + (failed > 0 ? ", %d failed".formatted(failed) : "");
  }

  private static String mark(UnpairedCell cell) {
    return LeastP.mark(cell.probability(), cell.least());
  }

  /** Whether some p is the least of so few seeds. */
  boolean anyLeast() {
    return cells().stream().anyMatch(cell -> !mark(cell).isEmpty());
  }

  /** What the intervals rest on; nothing without a test. */
  List<String> notes() {
    List<Interval> students =
        cells().stream()
            .filter(cell -> !Double.isNaN(cell.adjusted()) && !cell.seeds().ranks())
            .map(UnpairedCell::interval)
            .filter(interval -> !Double.isNaN(interval.low()))
            .toList();
    return Stream.of(
            IntervalNotes.of(students).stream(),
            cells().stream()
                .filter(cell -> !Double.isNaN(cell.adjusted()))
                .filter(cell -> cell.seeds().leastTwoSided() > .05)
                .map(
                    cell ->
                        "%s in %s: these seeds give no p of .05 or less, whatever they show"
                            .formatted(cell.cell(), labels.get(cell.side()))))
        .flatMap(notes -> notes)
        .toList();
  }
}
