package org.attune.jobs.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.Counted;
import org.attune.jobs.report.AnalyzedMetric;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Summary;

/**
 * A sweep's cells with their differing values, and metrics over their finished trials. A cell whose
 * seeds all failed or were stopped is a row without a value.
 *
 * @param sweep the sweep's name
 * @param axes columns before the metrics: the cells' names if they have them, and the other keys
 *     that differ
 * @param metrics the columns of metrics
 * @param rows one row per cell, the best by the first metric first, as {@link CellSummary} ranks
 *     them
 * @param unfinished says that the table is not final; empty if it is
 */
public record CellTable(
    String sweep,
    List<String> axes,
    List<AnalyzedMetric> metrics,
    List<Row> rows,
    Optional<String> unfinished) {

  /**
   * A cell.
   *
   * @param cell the cell's name: the user's, else the values of the swept keys
   * @param values values of the axes, in their order; empty when the cell has no such parameter
   * @param summaries summaries of the metrics, in their order
   */
  public record Row(String cell, List<String> values, List<CellSummary> summaries) {
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
    Observations first = metrics.get(0);
    List<Factor> factors = first.columns();
    List<Map<Configuration, CellSummary>> summaries =
        metrics.stream()
            .map(
                observations ->
                    observations.summaries().stream()
                        .collect(Collectors.toMap(CellSummary::configuration, cell -> cell)))
            .toList();
    List<Row> rows =
        first.summaries().stream()
            .map(CellSummary::configuration)
            .map(
                cell ->
                    new Row(
                        first.names().cell(cell),
                        factors.stream().map(factor -> factor.level(cell)).toList(),
                        summaries.stream().map(byCell -> byCell.get(cell)).toList()))
            .toList();
    return new CellTable(
        sweep,
        factors.stream().map(Factor::key).toList(),
        metrics.stream()
            .map(observations -> new AnalyzedMetric(observations.metric(), observations.goal()))
            .toList(),
        rows,
        unfinished(first.excluded()));
  }

  /** Whether the first axis holds the cells' names. */
  boolean named() {
    return !axes.isEmpty() && axes.get(0).equals(Factor.CELL);
  }

  /**
   * Whether no other cell is better by a metric: has fewer failed seeds, or as many and a better
   * mean. False when neither direction is better.
   */
  public boolean best(Row row, int metric) {
    CellSummary summary = row.summaries().get(metric);
    return rows.size() > 1
        && metrics.get(metric).goal().isPresent()
        && summary.summary().n() > 0
        && rows.stream()
            .map(other -> other.summaries().get(metric))
            .noneMatch(
                other ->
                    CellSummary.bestFirst(metrics.get(metric).goal()).compare(other, summary) < 0);
  }

  /**
   * Says that a table is not final; empty if it is. A budget may cut the plan, and then nobody
   * knows how many trials the table lacks.
   */
  static Optional<String> unfinished(Observations.Excluded excluded) {
    if (excluded.ended()) {
      return Optional.empty();
    }
    return Optional.of(
        excluded.open() == 0
            ? "the plan may have more trials"
            : Counted.of(excluded.open(), "trial")
                + (excluded.open() == 1 ? " has" : " have")
                + " not ended");
  }

  /** Says that a best cell of one seed is partly luck; empty where each best cell has more. */
  Optional<String> luck() {
    boolean lucky =
        IntStream.range(0, metrics.size())
            .anyMatch(
                metric ->
                    rows.stream()
                        .anyMatch(
                            row ->
                                best(row, metric)
                                    && row.summaries().get(metric).summary().n() == 1));
    return lucky
        ? Optional.of(
            "the best of %d cells is partly luck where it has one seed".formatted(rows.size()))
        : Optional.empty();
  }

  /** Whether seeds of some cell failed. */
  boolean failed() {
    return rows.stream()
        .flatMap(row -> row.summaries().stream())
        .anyMatch(summary -> summary.failed() > 0);
  }

  /**
   * Whether n is equal for all metrics of each cell, so that one column of n suffices. It is not if
   * a trial lacks a finite value of some metric.
   */
  private boolean hasOneCount() {
    return rows.stream()
        .allMatch(row -> row.summaries().stream().map(CellSummary::count).distinct().count() == 1);
  }

  /**
   * The headings of the axes and metrics. A heading for n follows each metric, or only the last
   * metric if all cells have equal n.
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
      CellSummary cellSummary = row.summaries().get(m);
      cells.add(summary.apply(cellSummary.summary(), best(row, m)));
      if (countFollows(m)) {
        cells.add(cellSummary.count());
      }
    }
    return cells;
  }

  private boolean countFollows(int metric) {
    return metric == metrics.size() - 1 || !hasOneCount();
  }
}
