package org.attune.sweeps.spec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Checks that trials report the metrics that a file names. If no trial reports a metric, the sweep
 * would train everything and produce no result.
 */
final class MetricNames {

  private final AxisCatalog catalog;
  private final ParameterTree tree;
  private final Problems problems;

  MetricNames(AxisCatalog catalog, ParameterTree tree, Problems problems) {
    this.catalog = catalog;
    this.tree = tree;
    this.problems = problems;
  }

  /**
   * Refuses a metric that some of a sweep's cells do not report. The check pairs each value of each
   * axis with the first values of the other axes.
   *
   * @param node where the file names it
   * @param key under which the file names it, such as {@code objective.metric}
   */
  void check(Node node, String key, String name, SweepSpec spec) {
    Map<String, String> first = new HashMap<>(spec.fixed());
    spec.axes().forEach(axis -> first.putAll(firstPoint(axis.branches().get(0))));
    if (refuses(node, key, name, first, "")) {
      return;
    }
    for (Axis axis : spec.axes()) {
      for (Branch branch : axis.branches()) {
        for (Map.Entry<String, Values> varied : branch.values().entrySet()) {
          for (String value : listed(varied.getValue())) {
            Map<String, String> cell = new HashMap<>(first);
            cell.putAll(firstPoint(branch));
            cell.put(varied.getKey(), value);
            if (refuses(node, key, name, cell, " where " + varied.getKey() + " is " + value)) {
              return;
            }
          }
        }
      }
    }
  }

  /** Refuses a metric that the sweep's base cell does not report if a similar name exists. */
  void checkSpelling(Node node, String key, String name, SweepSpec spec) {
    List<Metric> metrics = catalog.metrics(spec.base());
    if (metrics.stream().noneMatch(metric -> metric.covers(name))
        && Spelling.nearest(name, metrics.stream().map(Metric::example).toList()).isPresent()) {
      refuses(node, key, name, spec.base().values(), "");
    }
  }

  private boolean refuses(
      Node node, String key, String name, Map<String, String> settings, String where) {
    List<Metric> metrics = catalog.metrics(Configuration.of(tree, settings));
    if (metrics.stream().anyMatch(metric -> metric.covers(name))) {
      return false;
    }
    problems.add(
        node,
        key,
        "'%s' is not a metric that trials report%s; they report %s%s"
            .formatted(
                name,
                where,
                String.join(", ", metrics.stream().map(Metric::spelled).toList()),
                Spelling.hint(name, metrics.stream().map(Metric::example).toList())));
    return true;
  }

  private static Map<String, String> firstPoint(Branch branch) {
    Map<String, String> point = new HashMap<>();
    branch
        .values()
        .forEach((key, values) -> listed(values).stream().limit(1).forEach(v -> point.put(key, v)));
    return point;
  }

  /** The values of a list. An interval has none: its key keeps its default here. */
  private static List<String> listed(Values values) {
    return values instanceof Values.Listed listed ? listed.values() : List.of();
  }
}
