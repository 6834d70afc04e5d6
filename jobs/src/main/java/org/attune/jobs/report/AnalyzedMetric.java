package org.attune.jobs.report;

import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Spelling;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
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
    return new AnalyzedMetric(name, goal(sweep, name));
  }

  /** The direction that the sweep knows, or else this program's task of that name. */
  private static Optional<Goal> goal(SweepView sweep, String name) {
    Optional<Goal> known = sweep.header().goal(name);
    if (known.isPresent() || sweep.trials().isEmpty()) {
      return known;
    }
    Configuration cell = sweep.trials().get(0).trial().configuration();
    try {
      return sweep.header().reporting(new TrialCatalog().metrics(cell)).goal(name);
    } catch (IllegalArgumentException otherTask) {
      return Optional.empty();
    }
  }
}
