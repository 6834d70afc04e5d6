package org.attune.sweeps.state;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.sweeps.search.Objective;

/**
 * The finished and stopped trials of a sweep in the order they ended, and what they add up to. A
 * trial that is here stays; what is told of its attempts may still change.
 */
final class SettledTrials {

  private final Objective objective;
  private final AppendLog<TrialStatus> trials = new AppendLog<>();
  private final AppendLog<String> metrics = new AppendLog<>();
  private final Set<String> knownMetrics = new HashSet<>();
  private Duration wallTime = Duration.ZERO;
  private Optional<TrialRecord> best = Optional.empty();

  SettledTrials(Objective objective) {
    this.objective = objective;
  }

  /** A trial has ended with a result. */
  void add(TrialRecord trial) {
    TrialStatus status = snapshot(trial);
    trial.settledAt = trials.add(status);
    Attempt decisive = status.attempt().orElseThrow();
    wallTime = wallTime.plus(decisive.wallTime().orElseThrow());
    decisive.metrics().keySet().stream().sorted().filter(knownMetrics::add).forEach(metrics::add);
    best = best.filter(incumbent -> !beats(trial, incumbent)).or(() -> Optional.of(trial));
  }

  /** A trial has changed; nothing happens where it is not here. */
  void changed(TrialRecord trial) {
    if (trial.settledAt >= 0) {
      trials.replace(trial.settledAt, snapshot(trial));
    }
  }

  /** A stopped trial measured at an earlier step: it is best only where none has finished. */
  private boolean beats(TrialRecord candidate, TrialRecord incumbent) {
    boolean whole = finishedWell(candidate);
    return whole == finishedWell(incumbent)
        ? objective.better(finite(candidate), finite(incumbent))
        : whole;
  }

  private boolean finishedWell(TrialRecord trial) {
    return trial.state() == TrialState.FINISHED && !Double.isNaN(finite(trial));
  }

  /** The objective's value; not a number where it has none, or has run away to infinity. */
  private double finite(TrialRecord trial) {
    double value = trial.objective(objective.metric()).orElse(Double.NaN);
    return Double.isFinite(value) ? value : Double.NaN;
  }

  private TrialStatus snapshot(TrialRecord trial) {
    return trial.snapshot(objective.metric());
  }

  /** All of them, as they are now; the list stays as it is. */
  List<TrialStatus> items() {
    return trials.items();
  }

  /** The finished one with the best finite objective, the first of equals; else a stopped one. */
  Optional<TrialStatus> best() {
    return best.filter(trial -> !Double.isNaN(finite(trial))).map(this::snapshot);
  }

  /** What one took on average; empty before the first. */
  Optional<Duration> meanWallTime() {
    int count = trials.items().size();
    return count == 0 ? Optional.empty() : Optional.of(wallTime.dividedBy(count));
  }

  /** Names of final metrics, in the order they first came. */
  List<String> metrics() {
    return metrics.items();
  }
}
