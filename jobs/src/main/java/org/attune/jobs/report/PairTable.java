package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.statistics.Rounded;

/** The table of paired comparisons that {@code run} and {@code analyze} print. */
record PairTable(CellPairs pairs, String metric) {

  /** The pairs for a sweep's objective; empty when no pair shares two seeds. */
  static String ofRun(Observations of) {
    return CellPairs.of(of)
        .filter(pairs -> pairs.pairs().stream().anyMatch(CellPair::tested))
        .map(pairs -> new PairTable(pairs, of.metric()).text() + "\n")
        .orElse("");
  }

  String text() {
    boolean tuned = !pairs.tuned().isEmpty();
    List<String> heading = new ArrayList<>(List.of("cell", "beside"));
    if (tuned) {
      heading.add("cell at");
      heading.add("control at");
    }
    heading.addAll(List.of("difference", "interval", "seeds", "p (Holm-adjusted)", "verdict"));
    List<String[]> rows = new ArrayList<>();
    for (CellPair pair : pairs.pairs()) {
      List<String> row = new ArrayList<>(List.of(pair.cell(), pair.control()));
      if (tuned) {
        row.add(pair.at());
        row.add(pair.controlAt());
      }
      double spread = (pair.interval().high() - pair.interval().low()) / 4;
      row.add(pair.n() > 0 ? signed(pair.difference(), spread) : "");
      row.add(
          Double.isNaN(spread)
              ? ""
              : signed(pair.interval().low(), spread)
                  + " to "
                  + signed(pair.interval().high(), spread));
      row.add(seeds(pair));
      row.add(Rounded.probability(pair.adjusted()));
      row.add(pair.verdict().label());
      rows.add(row.toArray(String[]::new));
    }
    return "%s, cell less control, paired by seed%s%n%s"
        .formatted(
            metric,
            tuned
                ? ", each at its best %s (values chosen on the same seeds)"
                    .formatted(String.join(", ", pairs.tuned()))
                : "",
            TextTable.of(heading.toArray(String[]::new), rows).aligned());
  }

  /** Such as {@code 4, 1 failed}. */
  private static String seeds(CellPair pair) {
    return pair.n()
        + (pair.failed() > 0 ? ", " + pair.failed() + " failed" : "")
        + (pair.failedElsewhere() > 0
            ? " (%d failed at other values)".formatted(pair.failedElsewhere())
            : "");
  }

  private static String signed(double value, double spread) {
    String text = Rounded.number(value, spread);
    return value > 0 ? "+" + text : text;
  }

  /** The pairs for programs; a value that is not a finite number is null. */
  static List<Map<String, Object>> json(CellPairs of) {
    return of.pairs().stream().map(PairTable::json).toList();
  }

  private static Map<String, Object> json(CellPair pair) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("cell", pair.cell());
    json.put("control", pair.control());
    json.put("difference", finite(pair.difference()));
    json.put("low", finite(pair.interval().low()));
    json.put("high", finite(pair.interval().high()));
    json.put("n", pair.n());
    json.put("failed", pair.failed());
    json.put("failed_elsewhere", pair.failedElsewhere());
    json.put("p", pair.tested() ? (Double) pair.probability() : null);
    json.put("p_adjusted", finite(pair.adjusted()));
    json.put("verdict", pair.verdict().label());
    json.put("cell_at", pair.at());
    json.put("control_at", pair.controlAt());
    return json;
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }
}
