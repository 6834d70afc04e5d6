package org.attune.sweeps.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.statistics.Summary;

/**
 * A final metric over the replicates of one cell. Stopped trials measured at an earlier step than
 * finished ones, so one mean never combines both.
 *
 * <p>A trial that failed, or finished with NaN or an infinite value, is a failed seed: it is in no
 * mean, but counts as the worst value where cells are ranked. So is a trial that finished without
 * the metric that its cell has at other seeds.
 *
 * <p>Seeds that chose a tuned arm's setting flatter it. So they count only in cells where no other
 * seed has ended, which rank after all others.
 *
 * @param configuration the cell
 * @param failed number of failed seeds
 * @param stopped number of stopped trials that are not in the summary
 * @param tuning whether it has tuning seeds, and no other seed has ended
 * @param summary over finished trials with a finite value; over stopped trials where they count
 */
public record CellSummary(
    Configuration configuration, int failed, int stopped, boolean tuning, Summary summary) {

  /**
   * Every cell's summary by the sweep's objective, the best first; ties keep the order of
   * suggestion. It is of stopped trials if none has finished.
   */
  public static List<CellSummary> of(SweepView sweep) {
    Objective objective = sweep.header().objective();
    return of(
        sweep,
        objective.metric(),
        Optional.of(objective.goal()),
        sweep.counts().finished() > 0 ? TrialState.FINISHED : TrialState.STOPPED);
  }

  /**
   * Every cell's summary, the best first; ties keep the order of suggestion.
   *
   * @param counted the state whose trials are in the summaries
   */
  public static List<CellSummary> of(
      SweepView sweep, String metric, Optional<Goal> goal, TrialState counted) {
    Map<Configuration, List<TrialStatus>> cells = new LinkedHashMap<>();
    for (TrialStatus trial : sweep.trials()) {
      cells.computeIfAbsent(trial.trial().configuration(), cell -> new ArrayList<>()).add(trial);
    }
    return cells.entrySet().stream()
        .map(cell -> of(cell.getKey(), cell.getValue(), counted, metric))
        .sorted(bestFirst(goal))
        .toList();
  }

  /**
   * The best mean first, among the cells with the fewest failed seeds; then cells with tuning seeds
   * alone, in the same order; then cells without a mean.
   */
  public static Comparator<CellSummary> bestFirst(Optional<Goal> goal) {
    double sign = goal.orElse(Goal.MINIMIZE) == Goal.MINIMIZE ? 1 : -1;
    return Comparator.<CellSummary, Boolean>comparing(cell -> cell.summary().n() == 0)
        .thenComparing(CellSummary::tuning)
        .thenComparingInt(CellSummary::failed)
        .thenComparingDouble(cell -> sign * cell.summary().mean());
  }

  /**
   * The cell with the best mean, where more failed seeds alone keep it from being the best cell.
   *
   * @param cells {@linkplain #bestFirst the best first}
   */
  public static Optional<CellSummary> outranked(List<CellSummary> cells, Optional<Goal> goal) {
    if (goal.isEmpty() || cells.isEmpty()) {
      return Optional.empty();
    }
    CellSummary best = cells.get(0);
    double sign = goal.get() == Goal.MINIMIZE ? 1 : -1;
    return cells.stream()
        .filter(cell -> cell.summary.n() > 0 && cell.tuning == best.tuning)
        .filter(cell -> cell.failed > best.failed)
        .filter(cell -> sign * cell.summary.mean() < sign * best.summary.mean())
        .min(Comparator.comparingDouble(cell -> sign * cell.summary.mean()));
  }

  /**
   * The summary of a cell.
   *
   * @param trials of the cell, in any state
   * @param counted the state whose trials are in the summary
   */
  public static CellSummary of(
      Configuration cell, List<TrialStatus> trials, TrialState counted, String metric) {
    List<Double> values = new ArrayList<>();
    int failed = 0;
    int without = 0;
    int stopped = 0;
    boolean tuning =
        trials.stream().anyMatch(CellSummary::isTuning)
            && trials.stream().noneMatch(CellSummary::judges);
    for (TrialStatus trial : trials) {
      if (isTuning(trial) && !tuning) {
        continue;
      }
      if (trial.state() == counted) {
        Double value = trial.attempt().map(Attempt::metrics).orElse(Map.of()).get(metric);
        if (value == null) {
          without++;
        } else if (Double.isFinite(value)) {
          values.add(value);
        } else {
          failed++;
        }
      } else {
        failed += trial.state() == TrialState.FAILED ? 1 : 0;
        stopped += trial.state() == TrialState.STOPPED ? 1 : 0;
      }
    }
    return new CellSummary(
        cell, failed + (values.isEmpty() ? 0 : without), stopped, tuning, Summary.of(values));
  }

  /** Whether a trial has ended on a fresh seed: tuning seeds no longer count in its cell then. */
  public static boolean judges(TrialStatus trial) {
    return !isTuning(trial) && (trial.state().successful() || trial.state() == TrialState.FAILED);
  }

  /** Whether some trials of a sweep have tuning seeds, so that its other seeds are fresh ones. */
  public static boolean hasTuning(SweepView sweep) {
    return sweep.trials().stream().anyMatch(CellSummary::isTuning);
  }

  /** Whether a trial has a tuning seed. */
  public static boolean isTuning(TrialStatus trial) {
    return Tuning.isTuning(trial.trial().replicate());
  }

  /**
   * A note for the user if cells differ and none varies by seed; empty otherwise. Cells that do not
   * differ may all be at the best value that there is, and a metric without a goal may follow from
   * the configuration.
   */
  public static String alike(List<CellSummary> cells, Optional<Goal> goal) {
    List<Summary> several =
        cells.stream().map(CellSummary::summary).filter(summary -> summary.n() > 1).toList();
    Summary means = Summary.of(several.stream().map(Summary::mean).toList());
    return goal.isEmpty()
            || means.n() < 2
            || means.alike()
            || several.stream().anyMatch(summary -> !summary.alike())
        ? ""
        : "Each cell has the same value at all its seeds, so the trials may not be independent: does"
            + " the program use its seed?\n";
  }

  /** The number of seeds that have ended. */
  public long seeds() {
    return summary.n() + failed + stopped;
  }

  /** The number of values, and what is not among them, as in {@code 4, 1 failed, 2 stopped}. */
  public String count() {
    return summary.n() + missing();
  }

  /** The kind of values, and the seeds without one, as in {@code , 1 failed}; empty for nothing. */
  public String missing() {
    return (tuning ? " on tuning seeds" : "") + missing(failed, stopped);
  }

  /** The seeds that no mean has, as in {@code , 1 failed, 2 stopped}; empty for none. */
  public static String missing(int failed, int stopped) {
    return (failed > 0 ? ", " + failed + " failed" : "")
        + (stopped > 0 ? ", " + stopped + " stopped" : "");
  }
}
