package org.attune.sweeps.spec;

import java.util.List;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;

/** Warns of a goal that seeks the worse values of a metric, by the metric's own declaration. */
public final class OpposedGoal {

  private OpposedGoal() {}

  /** A warning for each of the sweep's objectives whose goal is opposed to its metric. */
  public static List<String> warnings(SweepSpec spec, AxisCatalog catalog) {
    List<Metric> metrics = catalog.metrics(spec.base());
    return spec.objectives().stream()
        .flatMap(objective -> warning(objective, metrics).stream())
        .toList();
  }

  private static Optional<String> warning(Objective objective, List<Metric> metrics) {
    Better sought = objective.goal() == Goal.MINIMIZE ? Better.LOWER : Better.HIGHER;
    return metrics.stream()
        .filter(metric -> metric.covers(objective.metric()))
        .map(Metric::better)
        .filter(better -> better != Better.NEITHER && better != sought)
        .findFirst()
        .map(
            better ->
                "objective: the goal is %s, but a %s %s is better by its declaration; the sweep will seek the worst values"
                    .formatted(
                        objective.goal().label(),
                        better == Better.LOWER ? "lower" : "higher",
                        objective.metric()));
  }
}
