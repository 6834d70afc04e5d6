package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.GainPair;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.UnpairedComparison;

/**
 * How much more cells gain over their control in a sweep than in the first, as {@code attune
 * compare} prints it.
 *
 * @param directories of the sweeps
 * @param labels their short names
 */
record GainTable(List<String> directories, List<String> labels, AcrossSweeps across) {

  /** A row with the table that it is of. */
  record Row(GainPair gain, GainTable table) {}

  static final Shape<Row> ROW =
      Shape.<Row>of(Row.class)
          .with("cell", TEXT, row -> row.gain().cell())
          .with("control", TEXT, row -> row.gain().control())
          .with("directory", TEXT, row -> row.table().directories().get(row.gain().side()))
          .with("less", TEXT, row -> row.table().directories().get(0))
          .with("gain", NUMBER, row -> row.gain().gain())
          .with("less_gain", NUMBER, row -> row.gain().firstGain())
          .with("difference", NUMBER, row -> row.gain().difference())
          .with("low", NUMBER, row -> row.gain().interval().low())
          .with("high", NUMBER, row -> row.gain().interval().high())
          .with("level", NUMBER, row -> row.gain().level())
          .with("test", TEXT, row -> row.gain().test())
          .with("why_ranks", orNull(TEXT), row -> row.gain().whyRanks())
          .with("n", WHOLE, row -> UnpairedTable.finished(row.gain().later()))
          .with("failed", WHOLE, row -> UnpairedComparison.failed(row.gain().later()))
          .with("less_n", WHOLE, row -> UnpairedTable.finished(row.gain().first()))
          .with("less_failed", WHOLE, row -> UnpairedComparison.failed(row.gain().first()))
          .with(
              "p",
              NUMBER,
              row -> Double.isNaN(row.gain().adjusted()) ? Double.NaN : row.gain().probability())
          .with("p_is_least", FLAG, row -> row.gain().least())
          .with("p_adjusted", NUMBER, row -> row.gain().adjusted())
          .with("verdict", TEXT, row -> row.table().across().said(row.gain().verdict()));

  List<Row> rows() {
    return across.gains().stream().map(gain -> new Row(gain, this)).toList();
  }

  /** The table with its heading; empty without a row. */
  String text() {
    if (across.gains().isEmpty()) {
      return "";
    }
    TextTable table =
        TextTable.of(
            "cell",
            "beside",
            "in",
            "gain",
            "gain in " + labels.get(0),
            "difference",
            "interval",
            "level",
            "seeds",
            "p (Holm-adjusted)",
            "verdict");
    across.gains().forEach(gain -> table.add(row(gain)));
    boolean unpaired = across.gains().stream().anyMatch(gain -> gain.paired().isEmpty());
    return "gain: each common cell less its control; difference: that gain less the gain in %s%s%n%s%n"
        .formatted(
            labels.get(0),
            unpaired
                ? ", unpaired (Welch's t) where the seeds differ, else paired by seed"
                : ", paired by seed",
            ConsoleTerminal.fit(table));
  }

  private Object[] row(GainPair gain) {
    Interval interval = gain.interval();
    double spread = (interval.high() - interval.low()) / 4;
    List<String> row =
        new ArrayList<>(List.of(gain.cell(), gain.control(), labels.get(gain.side())));
    for (double number : new double[] {gain.gain(), gain.firstGain(), gain.difference()}) {
      row.add(Double.isNaN(number) ? "" : PairTable.signed(number, spread));
    }
    row.add(
        PairTable.said(
            interval, spread, gain.whyRanks().map("by ranks (%s)"::formatted).orElse("")));
    row.add(PairTable.percent(gain.level()));
    row.add(
        gain.paired().isPresent()
            ? UnpairedTable.seeds(gain.common())
            : "%s and %s"
                .formatted(UnpairedTable.seeds(gain.later()), UnpairedTable.seeds(gain.first())));
    row.add(Rounded.probability(gain.adjusted()) + mark(gain));
    row.add(across.said(gain.verdict()));
    return row.toArray();
  }

  private static String mark(GainPair gain) {
    return LeastP.mark(gain.probability(), gain.least());
  }

  /** Whether some p is the least of so few seeds. */
  boolean anyLeast() {
    return across.gains().stream().anyMatch(gain -> !mark(gain).isEmpty());
  }

  /** What the intervals and verdicts rest on; nothing without a test. */
  List<String> notes() {
    List<String> notes =
        new ArrayList<>(
            IntervalNotes.of(
                across.gains().stream()
                    .filter(gain -> !Double.isNaN(gain.adjusted()) && gain.whyRanks().isEmpty())
                    .map(GainPair::interval)
                    .filter(interval -> !Double.isNaN(interval.low()))
                    .toList()));
    if (across.gains().stream().anyMatch(gain -> !Double.isNaN(gain.adjusted()))) {
      notes.add(
          "Gains: 'different' says that a cell's gain over its control is not the same in both sweeps.");
    }
    return notes;
  }
}
