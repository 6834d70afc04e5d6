package org.attune.sweeps.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.event.SweepPlan;
import org.attune.sweeps.lab.Standing;

/**
 * A consistent snapshot of a sweep: it contains every trial once. Tables, {@code status} and
 * progress are computed from one.
 *
 * <p>A view is cheap: it shares settled data with its {@link SweepState}, and copies only
 * references to the rest. Its lists never change.
 *
 * @param header facts fixed when the sweep first started
 * @param startedAt when the sweep first started
 * @param ran how long drivers have run it
 * @param deadline when the budget's time is over if the latest driver goes on; empty without such a
 *     budget
 * @param epoch of the latest driver
 * @param events number of the sweep's events so far
 * @param completed when and why the sweep was declared complete; empty while trials remain
 * @param suspended why the last driver suspended its run, if it gave a reason
 * @param resting executors and hosts of the last driver that are in cool-down
 * @param counts number of trials in each state
 * @param best the finished trial with the best objective, the first of equals; if no finished trial
 *     has one, the best stopped trial; empty without a result
 * @param meanWallTime mean duration of the finished and stopped trials, without those that resumed
 *     from a checkpoint where there are others; empty before the first
 * @param settledTrials finished and stopped trials, in the order of their ends
 * @param unsettledTrials all other trials; those of each state in the order they entered it
 * @param settledAttempts ended attempts, in the order of their ends
 * @param runningAttempts attempts that have not ended, in the order they started
 * @param metrics in order of arrival
 * @param artifacts in order of arrival
 * @param parameterKeys of all parameters of any trial, sorted
 * @param finalMetrics names of the final metrics, in order of first arrival; it only grows
 * @param ignored events that came too late or concern unknown things, in order of arrival: never
 *     counted
 * @param duplicates number of the search's proposals that equalled earlier trials and were not run
 * @param stated the journal's claims, in order, with when each was stated
 * @param openings of the sealed split, by what was seen there, in order
 * @param plans the {@linkplain SweepHeader#plan plans} by which it ran, in order: first the one at
 *     the first result, then those that extended it; only the latest before that
 * @param changes of the spec after the first trial, in order
 * @param reused the plans by which the sweeps ran whose trials it adopted, in order
 * @param prioritised the latest request of a user to run some trials first
 * @param firstResult when a trial first reported a number; empty before
 */
public record SweepView(
    SweepHeader header,
    Instant startedAt,
    RanFor ran,
    Optional<Instant> deadline,
    int epoch,
    long events,
    Optional<Event.Completed> completed,
    Optional<Event.Suspended> suspended,
    List<Event.Rested> resting,
    Counts counts,
    Optional<TrialStatus> best,
    Optional<Duration> meanWallTime,
    List<TrialStatus> settledTrials,
    List<TrialStatus> unsettledTrials,
    List<TrialAttempt> settledAttempts,
    List<TrialAttempt> runningAttempts,
    List<MetricPoint> metrics,
    List<Artifact> artifacts,
    List<String> parameterKeys,
    List<String> finalMetrics,
    List<Event> ignored,
    long duplicates,
    Map<String, ClaimStatement> stated,
    Set<String> openings,
    List<SweepPlan> plans,
    List<Change> changes,
    List<SweepPlan> reused,
    Optional<Event.Prioritised> prioritised,
    Optional<Instant> firstResult) {

  /** Whether a trial has reported a number, which a claim may be picked from. */
  public boolean hasResults() {
    return firstResult.isPresent();
  }

  /**
   * The number of trials to run, including those not yet proposed. Once the sweep is complete, only
   * proposed trials count: a search may need fewer than its maximum.
   */
  public long total() {
    return completed.isPresent() ? counts.total() : Math.max(header.trials(), counts.total());
  }

  /** The number of waiting trials, proposed or not. */
  public long waiting() {
    return total() - counts.total() + counts.pending();
  }

  /** The number of finished trials whose objective is NaN or infinite. Iterates over them. */
  public long notFinite() {
    return settledTrials.stream()
        .filter(trial -> trial.state() == TrialState.FINISHED && trial.objective().isPresent())
        .filter(trial -> !Double.isFinite(trial.objective().getAsDouble()))
        .count();
  }

  /**
   * The trials that have begun, and that the next driver takes up, once no driver is alive: their
   * last attempts gave no verdict. Iterates over the trials without a result.
   */
  public List<TrialStatus> interrupted() {
    return unsettledTrials.stream().filter(TrialStatus::unfinished).toList();
  }

  /**
   * Why it is complete, or why its last run ended; empty while it runs, and after a driver died.
   */
  public Optional<String> reason() {
    return completed.map(Event.Completed::reason).or(() -> suspended.map(Event.Suspended::reason));
  }

  /**
   * Whether the metrics of the sealed split are hidden: the sweep states claims in a lab, and
   * neither were their verdicts shown nor did anyone open the split.
   */
  public boolean sealed() {
    return openings.isEmpty() && Standing.of(header.provenance()).isPresent();
  }

  /** Whether a metric is hidden now from tables, exports and reruns: see {@link #sealed}. */
  public boolean hides(String metric) {
    return sealed() && org.attune.api.Metric.isSealed(metric);
  }

  /** Names of the final metrics that everyone may read: all but those of the sealed split. */
  public List<String> openMetrics() {
    return finalMetrics.stream().filter(name -> !org.attune.api.Metric.isSealed(name)).toList();
  }

  /** All trials in the order of their proposal. Iterates over all of them. */
  public List<TrialStatus> trials() {
    return Stream.concat(settledTrials.stream(), unsettledTrials.stream())
        .sorted(Comparator.comparingInt(status -> status.trial().index()))
        .toList();
  }

  /** The trials in one state, in the order they entered it. */
  public List<TrialStatus> trials(TrialState state) {
    return (state.successful() ? settledTrials : unsettledTrials)
        .stream().filter(status -> status.state() == state).toList();
  }

  /** One trial. Iterates over all of them. */
  public Optional<TrialStatus> trial(String trialId) {
    return Stream.concat(unsettledTrials.stream(), settledTrials.stream())
        .filter(status -> status.trial().id().equals(trialId))
        .findFirst();
  }
}
