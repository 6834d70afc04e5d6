package org.attune.jobs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attune.sweeps.catalog.Numbers;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;

/** What is printed at the end of a run: the objective by cell, where the results are, what next. */
record RunReport(SweepView sweep, ParameterTree parameters, String directory) {

  /** The most cells that are printed: the best. */
  private static final int MOST_CELLS = 20;

  String print() {
    return (FrontTable.suits(sweep) ? FrontTable.of(sweep).text() : cells())
        + "\n"
        + counts()
        + cut()
        + "results in "
        + directory
        + "; next:\n"
        + next();
  }

  /** One row a cell: what varies, and the objective as mean ± sample standard deviation (n). */
  private String cells() {
    String metric = sweep.header().objective().metric();
    List<CellSummary> cells = CellSummary.of(sweep, metric);
    List<String> keys = keys(cells);
    List<String> heading = new ArrayList<>(keys);
    heading.addAll(List.of(metric + " (mean ± std)", "n"));
    List<String[]> rows = new ArrayList<>();
    for (CellSummary cell : cells.subList(0, Math.min(MOST_CELLS, cells.size()))) {
      List<String> row = new ArrayList<>();
      keys.forEach(key -> row.add(Numbers.shown(cell.varied().getOrDefault(key, ""))));
      row.add(
          cell.summary().n() == 0 && cell.stopped() > 0
              ? "stopped early"
              : SpreadText.of(cell.summary()));
      row.add(String.valueOf(cell.summary().n()));
      rows.add(row.toArray(String[]::new));
    }
    int more = cells.size() - rows.size();
    return TextTable.of(heading.toArray(String[]::new), rows).aligned()
        + noneFinished()
        + (more > 0
            ? "and %,d more cells, which did worse: see 'attune sql'\n".formatted(more)
            : "");
  }

  /** What values are of while no trial has come to its end. */
  private String noneFinished() {
    return sweep.counts().finished() == 0 && sweep.counts().stopped() > 0
        ? "no trial has finished: these are of stopped ones, at the steps that they came to\n"
        : "";
  }

  /** The keys that tell cells apart; not those that only come with an option, at one value. */
  private static List<String> keys(List<CellSummary> cells) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (CellSummary cell : cells) {
      cell.varied()
          .forEach((key, value) -> values.computeIfAbsent(key, k -> new HashSet<>()).add(value));
    }
    values.values().removeIf(distinct -> distinct.size() < 2);
    return List.copyOf(values.keySet());
  }

  private String counts() {
    Counts counts = sweep.counts();
    return "%d trials: %d finished, %d stopped, %d failed, %d abandoned\n"
            .formatted(
                counts.total(),
                counts.finished(),
                counts.stopped(),
                counts.failed(),
                counts.abandoned())
        + duplicates(sweep);
  }

  /** A line where the search proposed what it had proposed before; else nothing. */
  static String duplicates(SweepView sweep) {
    return sweep.duplicates() == 0
        ? ""
        : "%,d proposals were equal to earlier trials and were not run\n"
            .formatted(sweep.duplicates());
  }

  /** What a budget left undone. */
  private String cut() {
    return sweep
        .suspended()
        .map(
            end ->
                "%s: %d trials wait; raise it, and the same command goes on\n"
                    .formatted(end.reason(), sweep.waiting()))
        .orElse("");
  }

  private String next() {
    String metric = sweep.header().objective().metric();
    String column =
        keys(CellSummary.of(sweep, metric)).stream()
            .findFirst()
            .map(parameters::column)
            .orElse("state");
    String next =
        """
          ./attune sql --out %s "select %s, avg(%s) from results group by %s"
          ./attune status %s
        """
            .formatted(directory, column, metric, column, directory);
    return sweep.counts().failed() == 0
        ? next
        : next + "  ./attune logs %s --trial TRIAL    # stack traces%n".formatted(directory);
  }
}
