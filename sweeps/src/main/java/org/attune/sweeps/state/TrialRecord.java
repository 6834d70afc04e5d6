package org.attune.sweeps.state;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;

/**
 * What the events of a trial add up to: its attempts, its failures, its state and its latest
 * values. It alone says which events count.
 *
 * <p>A trial of a running sweep has two. The {@link SweepState} applies events once they are
 * durable, on the journal's thread, and keeps every trial. The scheduler applies them as it appends
 * them, on the run's thread, and keeps the trials that have not ended.
 */
public final class TrialRecord {

  /** The state of an attempt after each kind of end. */
  static final Map<Class<? extends Event.Terminal>, TrialState> ENDS =
      Map.of(
          Event.Finished.class, TrialState.FINISHED,
          Event.Stopped.class, TrialState.STOPPED,
          Event.Failed.class, TrialState.FAILED,
          Event.Abandoned.class, TrialState.ABANDONED,
          Event.Paused.class, TrialState.ABANDONED);

  private static final OptionalInt FIRST = OptionalInt.of(1);

  private final Trial trial;
  private List<AttemptRecord> attempts = List.of();
  private TrialState state = TrialState.PENDING;
  private Optional<AttemptRecord> decisive = Optional.empty();
  private Failures failures = Failures.NONE;
  private long saved; // the step of its newest checkpoint
  private Optional<TrialStatus> snapshot = Optional.empty();

  /** Its index among the settled trials; negative while it is not settled. */
  int settledAt = -1;

  /** A trial that was suggested and not started. */
  public TrialRecord(Trial trial) {
    this.trial = trial;
  }

  public Trial trial() {
    return trial;
  }

  public TrialState state() {
    return state;
  }

  /** The highest number of an attempt; 0 before the first. */
  public int lastAttempt() {
    return attempts.stream().mapToInt(AttemptRecord::number).max().orElse(0);
  }

  /** The attempts that have started and not ended. */
  public List<Attempt> running() {
    return attempts.stream()
        .filter(attempt -> attempt.state() == TrialState.RUNNING)
        .map(AttemptRecord::snapshot)
        .toList();
  }

  /** Whether an attempt has started and not ended. */
  public boolean runs(int number) {
    Optional<AttemptRecord> attempt = attempt(number);
    return attempt.isPresent() && attempt.get().state() == TrialState.RUNNING;
  }

  Optional<AttemptRecord> attempt(int number) {
    for (int i = attempts.size() - 1; i >= 0; i--) { // the last is the one that reports
      if (attempts.get(i).number() == number) {
        return Optional.of(attempts.get(i));
      }
    }
    return Optional.empty();
  }

  /**
   * Starts an attempt.
   *
   * @param epoch of the driver that started it
   * @param provenance the event's, or an equal map
   * @return whether it counted: an attempt starts once
   */
  public boolean start(Event.Started event, int epoch, Map<String, String> provenance) {
    if (attempt(event.attempt()).isPresent()) {
      return false;
    }
    AttemptRecord started = new AttemptRecord(event, epoch, provenance);
    attempts = Stream.concat(attempts.stream(), Stream.of(started)).toList();
    if (!state.terminal()) {
      state = TrialState.RUNNING;
    }
    snapshot = Optional.empty();
    return true;
  }

  /** Replaces the provenance of an attempt: see {@link AttemptRecord#note}. */
  void note(int attempt, Map<String, String> provenance) {
    snapshot = Optional.empty();
    attempt(attempt).orElseThrow().note(provenance);
  }

  /**
   * Records measurements of a running attempt.
   *
   * @return those that are new, see {@link AttemptRecord#measure}
   */
  public Map<String, Double> measure(Event.Measured event) {
    snapshot = Optional.empty();
    return attempt(event.attempt()).orElseThrow().measure(event);
  }

  /** Records its newest checkpoint, or that it is damaged: then the next attempt begins anew. */
  void saved(Event.Checkpointed file) {
    saved = file.kind().equals(Event.Checkpointed.DAMAGED) ? 0 : file.step();
    snapshot = Optional.empty();
  }

  /**
   * Ends an attempt.
   *
   * @return whether it counted: an attempt ends once, and only one attempt ends its trial
   */
  public boolean end(Event.Terminal event, RetryPolicy policy) {
    if (!runs(event.attempt())) {
      return false;
    }
    snapshot = Optional.empty();
    AttemptRecord attempt = attempt(event.attempt()).orElseThrow();
    if (state.terminal()) {
      attempt.end(TrialState.ABANDONED, event, "the trial had already ended");
      return false;
    }
    TrialState end = Optional.ofNullable(ENDS.get(event.getClass())).orElseThrow();
    attempt.end(end, event, event.message());
    if (end.successful() || event instanceof Event.Failed failed && isLast(failed, policy)) {
      state = end;
      decisive = Optional.of(attempt);
    } else {
      state = running().isEmpty() ? TrialState.PENDING : TrialState.RUNNING;
    }
    return true;
  }

  /** Counts a failure; returns whether the trial is not retried. */
  private boolean isLast(Event.Failed event, RetryPolicy policy) {
    failures = failures.and(event.cause());
    return !policy.triesAgain(event.cause(), failures);
  }

  /**
   * Makes a failed trial pending again, with all its retries. It begins anew.
   *
   * @return whether it had failed
   */
  public boolean retry() {
    if (state != TrialState.FAILED) {
      return false;
    }
    state = TrialState.PENDING;
    decisive = Optional.empty();
    failures = Failures.NONE;
    saved = 0;
    snapshot = Optional.empty();
    return true;
  }

  OptionalDouble objective(String metric) {
    if (!state.successful()) {
      return OptionalDouble.empty();
    }
    Double value = decisive.map(attempt -> attempt.metrics().get(metric)).orElse(null);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static OptionalInt number(int attempt) {
    return attempt == 1 ? FIRST : OptionalInt.of(attempt);
  }

  /** Makes the next snapshot anew, as for another objective. */
  void forgetSnapshot() {
    snapshot = Optional.empty();
  }

  /** A snapshot; the same object until the trial changes. */
  public TrialStatus snapshot(String objectiveMetric) {
    if (snapshot.isEmpty()) {
      snapshot =
          Optional.of(
              new TrialStatus(
                  trial,
                  state,
                  attempts.stream().map(AttemptRecord::snapshot).toList(),
                  decisive.map(attempt -> number(attempt.number())).orElse(OptionalInt.empty()),
                  objective(objectiveMetric),
                  saved));
    }
    return snapshot.get();
  }
}
