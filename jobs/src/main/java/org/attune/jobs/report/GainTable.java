package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;

import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.SweepContrast;

/**
 * How much more cells gain over their control in a sweep than in the first, as {@code attune
 * compare} prints it.
 *
 * @param directories of the sweeps
 * @param labels their short names
 */
record GainTable(List<String> directories, List<String> labels, AcrossSweeps across) {

  static final Shape<UnpairedTable.Row> ROW =
      Shape.<UnpairedTable.Row>of(UnpairedTable.Row.class)
          .with("cell", TEXT, row -> row.contrast().cell())
          .with("control", TEXT, row -> row.contrast().control().orElseThrow())
          .with("directory", TEXT, row -> row.directories().get(row.contrast().side()))
          .with("less", TEXT, row -> row.directories().get(0))
          .with("gain", NUMBER, row -> row.contrast().mean())
          .with("less_gain", NUMBER, row -> row.contrast().firstMean())
          .including(UnpairedTable.DIFFERENCE, row -> row);

  List<UnpairedTable.Row> rows() {
    return across.gains().stream()
        .map(gain -> new UnpairedTable.Row(gain, across, directories))
        .toList();
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
    boolean unpaired = across.gains().stream().anyMatch(gain -> !gain.paired());
    return "gain: each common cell less its control; difference: that gain less the gain in %s%s%n%s%n"
        .formatted(
            labels.get(0),
            unpaired
                ? ", unpaired (Welch's t) where the seeds differ, else paired by seed"
                : ", paired by seed",
            ConsoleTerminal.fit(table));
  }

  private Object[] row(SweepContrast gain) {
    List<String> row =
        new ArrayList<>(
            List.of(gain.cell(), gain.control().orElseThrow(), labels.get(gain.side())));
    UnpairedTable.addTested(
        row, gain, across, gain.mean(), gain.firstMean(), gain.seeds().difference());
    return row.toArray();
  }

  /** What the intervals and verdicts rest on; nothing without a test. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(UnpairedTable.intervals(across.gains()));
    if (across.gains().stream().anyMatch(SweepContrast::tested)) {
      notes.add(
          "Gains: 'different' says that a cell's gain over its control is not the same in both sweeps.");
    }
    return notes;
  }
}
