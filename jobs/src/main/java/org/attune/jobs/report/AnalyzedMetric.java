package org.attune.jobs.report;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Spelling;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepView;

/**
 * The final metric by which a sweep is analyzed.
 *
 * @param name the metric's name
 * @param goal whether lower or higher is better; empty when neither is
 */
public record AnalyzedMetric(String name, Optional<Goal> goal) {

  /**
   * The metric that the user named, or the sweep's objective by default.
   *
   * @param directory the sweep's, for messages
   * @throws InputException when no trial has reported the metric
   */
  public static AnalyzedMetric of(SweepView sweep, Optional<String> wanted, String directory) {
    Objective objective = sweep.header().objective();
    if (wanted.isEmpty() || wanted.get().equals(objective.metric())) {
      return new AnalyzedMetric(objective.metric(), Optional.of(objective.goal()));
    }
    String name = wanted.get();
    if (Metric.isSealed(name) && sweep.finalMetrics().contains(name)) {
      throw new InputException(
          "Invalid --metric '%s': only claims read the sealed split; name '%s' instead"
              .formatted(name, name.substring(Metric.SEALED.length())));
    }
    if (!sweep.openMetrics().contains(name)) {
      throw new InputException(
          "Invalid --metric '%s': no trial of %s has it; they have %s%s"
              .formatted(
                  name,
                  sweep.header().name(),
                  sweep.openMetrics().isEmpty()
                      ? "none"
                      : OfferedMetrics.of(name, sweep.openMetrics(), sweep, directory),
                  Spelling.hint(name, sweep.openMetrics())));
    }
    return new AnalyzedMetric(name, goal(sweep, name, () -> ofTask(sweep)));
  }

  /** The directions of all metrics that have one. */
  static Map<String, Goal> goals(SweepView sweep) {
    Optional<SweepHeader> ofTask = ofTask(sweep);
    Map<String, Goal> goals = new TreeMap<>();
    for (String name : sweep.openMetrics()) {
      goal(sweep, name, () -> ofTask).ifPresent(goal -> goals.put(name, goal));
    }
    return goals;
  }

  /** The direction that the sweep knows, or else this program's task of that name. */
  private static Optional<Goal> goal(
      SweepView sweep, String name, Supplier<Optional<SweepHeader>> ofTask) {
    return sweep.header().goal(name).or(() -> ofTask.get().flatMap(header -> header.goal(name)));
  }

  private static Optional<SweepHeader> ofTask(SweepView sweep) {
    if (sweep.trials().isEmpty()) {
      return Optional.empty();
    }
    Configuration cell = sweep.trials().get(0).trial().configuration();
    try {
      return Optional.of(sweep.header().reporting(new TrialCatalog().metrics(cell)));
    } catch (IllegalArgumentException otherTask) {
      return Optional.empty();
    }
  }
}
