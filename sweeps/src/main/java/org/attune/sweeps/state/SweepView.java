package org.attune.sweeps.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;

/**
 * A sweep at one moment: every trial is in it once, and all its parts agree. Tables, {@code status}
 * and progress are made of one.
 *
 * <p>A view is cheap to take: it shares what is settled with the {@link SweepState} it comes from,
 * and copies only references to what is not. Its lists never change.
 *
 * @param header what was fixed when the sweep first started
 * @param startedAt when that was
 * @param epoch of the latest driver
 * @param events how many events the sweep is the sum of
 * @param completed when and why it was declared over; empty while there is more to do
 * @param suspended why the last driver ended its run although there is more to do, if it said so
 * @param resting executors and hosts that the last driver gives no trials for a while
 * @param counts how many trials stand where
 * @param best the finished trial with the best objective, the first of equals; where none has
 *     finished with one, the stopped trial that is; empty without a result
 * @param meanWallTime that a finished or stopped trial took, over all of them; empty before the
 *     first
 * @param settledTrials finished and stopped ones, in the order they ended
 * @param unsettledTrials all others, each state's in the order they came to it
 * @param settledAttempts those that ended, in that order
 * @param runningAttempts those that have not, in the order they started
 * @param metrics in the order they came
 * @param artifacts in the order they came
 * @param parameterKeys of all parameters that some trial has, sorted
 * @param finalMetrics names of the final metrics, in the order they first came; it only grows
 * @param ignored events that came too late or about nothing known, in the order they came: never
 *     counted
 * @param duplicates how many proposals of the search were equal to earlier trials, and not run
 * @param stated claims that the journal states, in order, and whether each was stated before any
 *     trial had finished
 * @param hasResults whether a trial has finished
 */
public record SweepView(
    SweepHeader header,
    Instant startedAt,
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
    List<AttemptOf> settledAttempts,
    List<AttemptOf> runningAttempts,
    List<Metric> metrics,
    List<Artifact> artifacts,
    List<String> parameterKeys,
    List<String> finalMetrics,
    List<Event> ignored,
    long duplicates,
    Map<String, Boolean> stated,
    boolean hasResults) {

  /**
   * Trials that are to be run, those that no search has proposed yet included. Once it is over
   * those that were proposed: a search may need fewer than it could have come to.
   */
  public long total() {
    return completed.isPresent() ? counts.total() : Math.max(header.trials(), counts.total());
  }

  /** Trials that wait: proposed or not. */
  public long waiting() {
    return total() - counts.total() + counts.pending();
  }

  /** Why it is over, or why its last run ended; empty while it runs, and when a driver died. */
  public Optional<String> reason() {
    return completed.map(Event.Completed::reason).or(() -> suspended.map(Event.Suspended::reason));
  }

  /** All trials in the order of their proposal. Walks all of them. */
  public List<TrialStatus> trials() {
    return Stream.concat(settledTrials.stream(), unsettledTrials.stream())
        .sorted(Comparator.comparingInt(status -> status.trial().index()))
        .toList();
  }

  /** The trials that stand in one state, in the order they came to it. */
  public List<TrialStatus> trials(TrialState state) {
    return (state.successful() ? settledTrials : unsettledTrials)
        .stream().filter(status -> status.state() == state).toList();
  }

  /** One trial. Walks all of them. */
  public Optional<TrialStatus> trial(String trialId) {
    return Stream.concat(unsettledTrials.stream(), settledTrials.stream())
        .filter(status -> status.trial().id().equals(trialId))
        .findFirst();
  }
}
