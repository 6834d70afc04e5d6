package org.attune.sweeps.state;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.attune.api.search.Objective;

/**
 * A sweep's finished and stopped trials in the order of their ends, with totals. A trial here never
 * leaves, but its attempts may still change.
 */
final class SettledTrials {

  private Objective objective;
  private final AppendLog<TrialStatus> trials = new AppendLog<>();
  private final AppendLog<String> metrics = new AppendLog<>();
  private final Set<String> knownMetrics = new HashSet<>();
  private int finished;
  private final MeanTime ofWhole = new MeanTime();
  private final MeanTime ofResumed = new MeanTime();
  private Optional<TrialRecord> best = Optional.empty();

  SettledTrials(Objective objective) {
    this.objective = objective;
  }

  /**
   * Compares the trials by another objective.
   *
   * @param records the records by id
   */
  void judge(Objective other, Function<String, TrialRecord> records) {
    objective = other;
    best = Optional.empty();
    trials.replaceAll(
        status -> {
          TrialRecord trial = records.apply(status.trial().id());
          keepBest(trial);
          return snapshot(trial);
        });
  }

  private void keepBest(TrialRecord trial) {
    best = best.filter(incumbent -> !beats(trial, incumbent)).or(() -> Optional.of(trial));
  }

  /** Adds a trial that ended with a result. */
  void add(TrialRecord trial) {
    TrialStatus status = snapshot(trial);
    trial.settledAt = trials.add(status);
    Attempt decisive = status.attempt().orElseThrow();
    if (decisive.adopted().isEmpty()) { // another sweep spent the time
      (decisive.startStep() == 0 ? ofWhole : ofResumed).add(wholeTime(decisive));
    }
    // Not through keySet(), which an immutable map keeps for ever.
    decisive.metrics().entrySet().stream()
        .map(Map.Entry::getKey)
        .filter(name -> !knownMetrics.contains(name))
        .sorted()
        .forEach(
            name -> {
              knownMetrics.add(name);
              metrics.add(name);
            });
    finished += trial.state() == TrialState.FINISHED ? 1 : 0;
    keepBest(trial);
  }

  /** Records a change of a trial; does nothing if the trial is not here. */
  void changed(TrialRecord trial) {
    if (trial.settledAt >= 0) {
      trials.replace(trial.settledAt, snapshot(trial));
    }
  }

  /**
   * Compares two trials. A stopped trial measured at an earlier step, so it is best only if none
   * has finished.
   */
  private boolean beats(TrialRecord candidate, TrialRecord incumbent) {
    boolean whole = finishedWell(candidate);
    return whole == finishedWell(incumbent)
        ? objective.better(finite(candidate), finite(incumbent))
        : whole;
  }

  private boolean finishedWell(TrialRecord trial) {
    return trial.state() == TrialState.FINISHED && !Double.isNaN(finite(trial));
  }

  /** The objective's value; NaN if it is missing or infinite. */
  private double finite(TrialRecord trial) {
    double value = trial.objective(objective.metric()).orElse(Double.NaN);
    return Double.isFinite(value) ? value : Double.NaN;
  }

  private TrialStatus snapshot(TrialRecord trial) {
    return trial.snapshot(objective.metric());
  }

  /** The number of finished trials, or of stopped ones. */
  int count(TrialState state) {
    return state == TrialState.FINISHED ? finished : items().size() - finished;
  }

  /** The trials in one state, in the order of their ends. */
  List<TrialStatus> items(TrialState state) {
    return items().stream().filter(trial -> trial.state() == state).toList();
  }

  /** An immutable snapshot of all trials. */
  List<TrialStatus> items() {
    return trials.items();
  }

  /** The finished trial with the best finite objective, the first of equals; else a stopped one. */
  Optional<TrialStatus> best() {
    return best.filter(trial -> !Double.isNaN(finite(trial))).map(this::snapshot);
  }

  /**
   * The mean duration of a trial from its first step to its last; empty before the first trial. If
   * only resumed trials have ended, the time of their last attempt is scaled to all their steps.
   */
  Optional<Duration> meanWallTime() {
    return ofWhole.mean().or(ofResumed::mean);
  }

  private static Duration wholeTime(Attempt last) {
    Duration time = last.wallTime().orElseThrow();
    long steps = Math.max(1, last.lastStep() - last.startStep());
    double share = Math.min(1, (double) steps / Math.max(1, last.reached()));
    return Duration.ofMillis(Math.round(time.toMillis() / share));
  }

  /** Names of final metrics, in order of first arrival. */
  List<String> metrics() {
    return metrics.items();
  }
}
