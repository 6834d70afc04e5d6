package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.SweepContrast;
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

  /** A row of a table of two sweeps, with what all its sweeps are. */
  record Row(SweepContrast contrast, AcrossSweeps across, List<String> directories) {}

  /** The difference and its test. */
  static final Shape<Row> DIFFERENCE =
      Shape.<Row>of(Row.class)
          .with("difference", NUMBER, row -> row.contrast().seeds().difference())
          .with("low", NUMBER, row -> row.contrast().interval().low())
          .with("high", NUMBER, row -> row.contrast().interval().high())
          .with("level", NUMBER, row -> row.contrast().level())
          .with("test", TEXT, row -> row.contrast().test())
          .with("why_ranks", orNull(TEXT), row -> row.contrast().whyRanks())
          .with("two_modes", list(TEXT), row -> PairTable.labels(row.contrast().twoModes()))
          .with("n", WHOLE, row -> finished(row.contrast().here()))
          .with("failed", WHOLE, row -> UnpairedComparison.failed(row.contrast().here()))
          .with("less_n", WHOLE, row -> finished(row.contrast().first()))
          .with("less_failed", WHOLE, row -> UnpairedComparison.failed(row.contrast().first()))
          .with(
              "p",
              NUMBER,
              row -> row.contrast().tested() ? row.contrast().probability() : Double.NaN)
          .with("p_is_least", FLAG, row -> row.contrast().least())
          .with("p_adjusted", NUMBER, row -> row.contrast().adjusted())
          .with("verdict", TEXT, row -> row.across().label(row.contrast().verdict()));

  static final Shape<Row> ROW =
      Shape.<Row>of(Row.class)
          .with("cell", TEXT, row -> row.contrast().cell())
          .with("directory", TEXT, row -> row.directories().get(row.contrast().side()))
          .with("less", TEXT, row -> row.directories().get(0))
          .including(DIFFERENCE, row -> row);

  private static int finished(double[] arm) {
    return arm.length - UnpairedComparison.failed(arm);
  }

  List<Row> rows() {
    return cells().stream().map(cell -> new Row(cell, across, directories)).toList();
  }

  private List<SweepContrast> cells() {
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

  private Object[] row(SweepContrast cell) {
    List<String> row = new ArrayList<>(List.of(cell.cell(), labels.get(cell.side())));
    addTested(row, cell, across, cell.seeds().difference());
    return row.toArray();
  }

  /** Adds numbers, then the interval, the seeds, p and the verdict. */
  static void addTested(
      List<String> row, SweepContrast contrast, AcrossSweeps across, double... numbers) {
    Interval interval = contrast.interval();
    double spread = (interval.high() - interval.low()) / 4;
    for (double number : numbers) {
      row.add(Double.isNaN(number) ? "" : PairTable.signed(number, spread));
    }
    row.add(
        PairTable.interval(
            interval, spread, PairTable.judged(contrast.whyRanks(), contrast.twoModes())));
    row.add(PairTable.percent(contrast.level()));
    row.add(
        contrast.paired()
            ? seeds(contrast.here().length, contrast.seeds().failed())
            : "%s and %s".formatted(seeds(contrast.here()), seeds(contrast.first())));
    row.add(Rounded.probability(contrast.adjusted()) + mark(contrast));
    row.add(across.label(contrast.verdict()));
  }

  private static String seeds(double[] arm) {
    return seeds(arm.length, UnpairedComparison.failed(arm));
  }

  /** An arm's number of finished seeds, and of failed ones: {@code 4, 1 failed}. */
  private static String seeds(int all, int failed) {
    return all - failed + (failed > 0 ? ", %d failed".formatted(failed) : "");
  }

  private static String mark(SweepContrast contrast) {
    return LeastP.mark(contrast.probability(), contrast.least());
  }

  /** Whether some p is the least of so few seeds. */
  static boolean anyLeast(List<SweepContrast> rows) {
    return rows.stream().anyMatch(row -> !mark(row).isEmpty());
  }

  /** What the intervals of rows rest on that t judges; nothing without a test. */
  static List<String> intervals(List<SweepContrast> rows) {
    return IntervalNotes.of(
        rows.stream()
            .filter(row -> row.tested() && row.whyRanks().isEmpty())
            .map(SweepContrast::interval)
            .filter(interval -> !Double.isNaN(interval.low()))
            .toList());
  }

  /** What the intervals rest on; nothing without a test. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(intervals(cells()));
    cells().stream()
        .filter(cell -> cell.tested() && cell.seeds().leastTwoSided() > .05)
        .map(
            cell ->
                "%s in %s: these seeds give no p of .05 or less, whatever they show"
                    .formatted(cell.cell(), labels.get(cell.side())))
        .forEach(notes::add);
    return notes;
  }
}
