package org.attune.jobs.query;

import static org.attune.jobs.console.JsonType.TEXT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.ParameterTree;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;

/** A metric that a task's trials report; {@code attune list tasks} shows it. */
public record TaskMetric(String task, Metric metric) {

  private static final String TASK = "task";
  private static final String EVERY_TASK = "every task";

  /** The metrics that each task's trials report, with the tasks' defaults. */
  public static List<TaskMetric> all(AxisCatalog catalog) {
    ParameterTree tree = catalog.tree();
    List<TaskMetric> metrics = new ArrayList<>();
    for (String task : ((Domain.Choice) tree.parameter(TASK).orElseThrow().domain()).names()) {
      catalog
          .metrics(Configuration.of(tree, Map.of(TASK, task)))
          .forEach(metric -> metrics.add(new TaskMetric(task, metric)));
    }
    return metrics;
  }

  /** The metrics that every task has. */
  public static Set<Metric> shared(List<TaskMetric> metrics) {
    long tasks = metrics.stream().map(TaskMetric::task).distinct().count();
    Map<Metric, Long> occurrences =
        metrics.stream().collect(Collectors.groupingBy(TaskMetric::metric, Collectors.counting()));
    occurrences.values().removeIf(count -> count < tasks);
    return occurrences.keySet();
  }

  /**
   * A table of the metrics under their tasks.
   *
   * @param shared the metrics that appear once, under "every task"
   */
  public static TextTable table(List<TaskMetric> metrics, Set<Metric> shared) {
    Map<String, Map<String, TaskMetric>> sections = new LinkedHashMap<>();
    for (TaskMetric metric : metrics) {
      String section = shared.contains(metric.metric()) ? EVERY_TASK : metric.task();
      sections
          .computeIfAbsent(section, name -> new LinkedHashMap<>())
          .put(metric.metric().name(), metric);
    }
    TextTable table = TextTable.of("metrics, by task", "unit", "better", "what it is");
    sections.forEach(
        (section, below) -> {
          table.add(section, "", "", "");
          below.values().forEach(metric -> metric.addTo(table));
        });
    return table;
  }

  private void addTo(TextTable table) {
    String unit = metric.unit().isEmpty() ? "a number" : metric.unit();
    table.add("  " + metric.name(), unit, better(), metric.describes());
  }

  /** The metric for {@code --json}. */
  public static final Shape<TaskMetric> SHAPE =
      Shape.<TaskMetric>of(TaskMetric.class)
          .with("key", TEXT, metric -> TASK)
          .with("where", TEXT, metric -> TASK + ": " + metric.task())
          .with("metric", TEXT, metric -> metric.metric().name())
          .with("unit", TEXT, metric -> metric.metric().unit())
          .with("better", TEXT, TaskMetric::better)
          .with("description", TEXT, metric -> metric.metric().describes());

  private String better() {
    return metric.better() == Metric.Better.NEITHER
        ? ""
        : metric.better().name().toLowerCase(Locale.ROOT);
  }
}
