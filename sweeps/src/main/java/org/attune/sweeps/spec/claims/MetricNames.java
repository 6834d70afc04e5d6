package org.attune.sweeps.spec.claims;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.Given;

/**
 * Checks that trials report the metrics that a file names. If no trial reports a metric, the sweep
 * would train everything and produce no result.
 */
public final class MetricNames {

  private final AxisCatalog catalog;
  private final ParameterTree tree;

  public MetricNames(AxisCatalog catalog) {
    this.catalog = catalog;
    this.tree = catalog.tree();
  }

  /**
   * Refuses a metric that some of a sweep's cells do not report. The check pairs each value of each
   * axis with the first values of the other axes.
   *
   * @param place where the file names it
   */
  public void check(Given place, String name, SweepSpec spec) {
    Map<String, String> first = new HashMap<>(spec.fixed());
    spec.axes().forEach(axis -> first.putAll(firstPoint(axis.branches().get(0))));
    if (refuses(place, name, first, "")) {
      return;
    }
    for (Axis axis : spec.axes()) {
      for (Branch branch : axis.branches()) {
        for (Map.Entry<String, Values> varied : branch.values().entrySet()) {
          for (String value : listed(varied.getValue())) {
            Map<String, String> cell = new HashMap<>(first);
            cell.putAll(firstPoint(branch));
            cell.put(varied.getKey(), value);
            if (refuses(place, name, cell, " where " + varied.getKey() + " is " + value)) {
              return;
            }
          }
        }
      }
    }
  }

  /** Refuses a metric that the sweep's base cell does not report if a similar name exists. */
  public void checkSpelling(Given place, String name, SweepSpec spec) {
    List<Metric> metrics = catalog.metrics(spec.base());
    if (metrics.stream().noneMatch(metric -> metric.covers(name))
        && Spelling.nearest(name, metrics.stream().map(Metric::example).toList()).isPresent()) {
      refuses(place, name, spec.base().values(), "");
    }
  }

  private boolean refuses(Given place, String name, Map<String, String> settings, String where) {
    return !isReported(place, name, catalog.metrics(Configuration.of(tree, settings)), where);
  }

  /**
   * Whether a metric is one of those that trials report; refuses it if not.
   *
   * @param where some trials, for the message; empty for all
   */
  static boolean isReported(Given place, String name, List<Metric> metrics, String where) {
    boolean reported = metrics.stream().anyMatch(metric -> metric.covers(name));
    if (!reported) {
      // First the hint: a task reports dozens of metrics.
      String hint = Spelling.hint(name, metrics.stream().map(Metric::example).toList());
      place.refuse(
          "'%s' is not a metric that trials report%s%s%s report %s"
              .formatted(
                  name,
                  where,
                  hint,
                  hint.endsWith("?") ? " They" : "; they",
                  ShortList.near(
                      name,
                      metrics.stream().map(Metric::spelled).toList(),
                      "'attune list tasks'")));
    }
    return reported;
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
