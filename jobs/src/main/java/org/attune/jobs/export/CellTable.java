package org.attune.jobs.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.statistics.Summary;

/**
 * A sweep's cells with their differing values, and metrics over their finished trials.
 *
 * @param sweep the sweep's name
 * @param axes columns before the metrics: the cells' names if they have them, and the other keys
 *     that differ
 * @param metrics the columns of metrics
 * @param rows one row per cell, the best by the first metric first
 */
public record CellTable(
    String sweep, List<String> axes, List<MetricColumn> metrics, List<Row> rows) {

  /**
   * A metric.
   *
   * @param goal whether lower or higher is better; empty when neither is
   */
  public record MetricColumn(String name, Optional<Goal> goal) {}

  /**
   * A cell.
   *
   * @param cell the cell's name: the user's, else the values of the swept keys
   * @param values values of the axes, in their order; empty when the cell has no such parameter
   * @param summaries summaries of the metrics, in their order
   */
  public record Row(String cell, List<String> values, List<Summary> summaries) {
    public Row {
      values = List.copyOf(values);
      summaries = List.copyOf(summaries);
    }
  }

  public CellTable {
    axes = List.copyOf(axes);
    metrics = List.copyOf(metrics);
    rows = List.copyOf(rows);
  }

  /** The table of one sweep's observations: one entry per metric, at least one. */
  public static CellTable of(String sweep, List<Observations> metrics) {
    Map<String, Factor> factors = new LinkedHashMap<>();
    Map<Configuration, List<List<Double>>> cells = new LinkedHashMap<>();
    for (int m = 0; m < metrics.size(); m++) {
      metrics.get(m).factors().forEach(factor -> factors.put(factor.key(), factor));
      for (Run run : metrics.get(m).runs()) {
        List<List<Double>> values = cells.computeIfAbsent(run.cell(), c -> new ArrayList<>());
        while (values.size() < metrics.size()) {
          values.add(new ArrayList<>());
        }
        values.get(m).add(run.value());
      }
    }
    List<Row> rows = new ArrayList<>();
    cells.forEach(
        (cell, values) ->
            rows.add(
                new Row(
                    metrics.get(0).names().cell(cell),
                    factors.values().stream().map(factor -> factor.level(cell)).toList(),
                    values.stream().map(Summary::of).toList())));
    rows.sort(order(metrics.get(0).goal()));
    return new CellTable(
        sweep,
        List.copyOf(factors.keySet()),
        metrics.stream().map(of -> new MetricColumn(of.metric(), of.goal())).toList(),
        rows);
  }

  /** Whether the first axis holds the cells' names. */
  boolean named() {
    return !axes.isEmpty() && axes.get(0).equals(Factor.CELL);
  }

  /**
   * Whether no other cell has a better mean of a metric; false when neither direction is better.
   */
  public boolean best(Row row, int metric) {
    Optional<Goal> goal = metrics.get(metric).goal();
    double own = row.summaries().get(metric).mean();
    return rows.size() > 1
        && goal.isPresent()
        && !Double.isNaN(own)
        && rows.stream()
            .mapToDouble(other -> other.summaries().get(metric).mean())
            .noneMatch(other -> goal.get() == Goal.MINIMIZE ? other < own : other > own);
  }

  /**
   * Whether n is equal for all metrics of each cell, so that one column of n suffices. It is not if
   * a trial lacks a finite value of some metric.
   */
  private boolean hasOneCount() {
    return rows.stream()
        .allMatch(row -> row.summaries().stream().mapToLong(Summary::n).distinct().count() == 1);
  }

  /**
   * The headings of the axes and metrics. One of n follows each metric, or the last one if n is
   * equal for all.
   *
   * @param afterMetric follows the name of each metric
   */
  List<String> heading(UnaryOperator<String> escape, String afterMetric, String n) {
    List<String> heading = new ArrayList<>(axes.stream().map(escape).toList());
    for (int m = 0; m < metrics.size(); m++) {
      heading.add(escape.apply(metrics.get(m).name()) + afterMetric);
      if (countFollows(m)) {
        heading.add(n);
      }
    }
    return heading;
  }

  /**
   * The cells of a row below {@link #heading}.
   *
   * @param value shows a value of an axis, by key and value
   * @param summary shows a metric, and whether it is the best of its column
   */
  List<String> cells(
      Row row, BinaryOperator<String> value, BiFunction<Summary, Boolean, String> summary) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.values().size(); i++) {
      cells.add(value.apply(axes.get(i), row.values().get(i)));
    }
    for (int m = 0; m < metrics.size(); m++) {
      Summary of = row.summaries().get(m);
      cells.add(summary.apply(of, best(row, m)));
      if (countFollows(m)) {
        cells.add(String.valueOf(of.n()));
      }
    }
    return cells;
  }

  private boolean countFollows(int metric) {
    return metric == metrics.size() - 1 || !hasOneCount();
  }

  private static Comparator<Row> order(Optional<Goal> goal) {
    Comparator<Row> rising = Comparator.comparingDouble(row -> row.summaries().get(0).mean());
    return Comparator.<Row, Boolean>comparing(row -> row.summaries().get(0).n() == 0)
        .thenComparing(
            goal.filter(g -> g == Goal.MAXIMIZE).isPresent() ? rising.reversed() : rising);
  }
}
