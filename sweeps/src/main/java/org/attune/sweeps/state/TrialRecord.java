package org.attune.sweeps.state;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;

/** The mutable record of a trial. */
final class TrialRecord {

  private static final OptionalInt FIRST = OptionalInt.of(1);

  final Trial trial;
  private List<AttemptRecord> attempts = List.of();
  private TrialState state = TrialState.PENDING;
  private Optional<AttemptRecord> decisive = Optional.empty();
  private Failures failures = Failures.NONE;
  private Optional<TrialStatus> snapshot = Optional.empty();

  /** Its index among the settled trials; negative while it is not settled. */
  int settledAt = -1;

  TrialRecord(Trial trial) {
    this.trial = trial;
  }

  TrialState state() {
    return state;
  }

  Optional<AttemptRecord> attempt(int number) {
    for (int i = attempts.size() - 1; i >= 0; i--) { // the last is the one that reports
      if (attempts.get(i).number() == number) {
        return Optional.of(attempts.get(i));
      }
    }
    return Optional.empty();
  }

  boolean start(Event.Started event, int epoch, SharedFacts facts) {
    if (attempt(event.attempt()).isPresent()) {
      return false;
    }
    AttemptRecord started = new AttemptRecord(event, epoch, facts);
    attempts = Stream.concat(attempts.stream(), Stream.of(started)).toList();
    if (!state.terminal()) {
      state = TrialState.RUNNING;
    }
    return true;
  }

  /**
   * Ends an attempt.
   *
   * @return whether it counted: an attempt ends once, and only one attempt ends its trial
   */
  boolean end(Event.Terminal event, RetryPolicy policy) {
    Optional<AttemptRecord> known = attempt(event.attempt());
    if (known.isEmpty() || known.get().state().terminal()) {
      return false;
    }
    AttemptRecord attempt = known.get();
    if (state.terminal()) {
      attempt.lose(event, "the trial had already ended");
      return false;
    }
    if (event instanceof Event.Finished) {
      settle(TrialState.FINISHED, attempt, event);
    } else if (event instanceof Event.Stopped) {
      settle(TrialState.STOPPED, attempt, event);
    } else if (event instanceof Event.Failed failed) {
      fail(failed, attempt, policy);
    } else {
      attempt.end(TrialState.ABANDONED, event);
      waitUnlessRunning();
    }
    return true;
  }

  private void settle(TrialState end, AttemptRecord attempt, Event.Terminal event) {
    attempt.end(end, event);
    state = end;
    decisive = Optional.of(attempt);
  }

  private void fail(Event.Failed event, AttemptRecord attempt, RetryPolicy policy) {
    failures = failures.and(event.cause());
    if (policy.triesAgain(event.cause(), failures)) {
      attempt.end(TrialState.FAILED, event);
      waitUnlessRunning();
    } else {
      settle(TrialState.FAILED, attempt, event);
    }
  }

  private void waitUnlessRunning() {
    state = running().findAny().isPresent() ? TrialState.RUNNING : TrialState.PENDING;
  }

  /** Makes a failed trial pending again, with all its retries. */
  boolean retry() {
    if (state != TrialState.FAILED) {
      return false;
    }
    state = TrialState.PENDING;
    decisive = Optional.empty();
    failures = Failures.NONE;
    return true;
  }

  Stream<AttemptRecord> running() {
    return attempts.stream().filter(attempt -> attempt.state() == TrialState.RUNNING);
  }

  OptionalDouble objective(String metric) {
    if (!state.successful()) {
      return OptionalDouble.empty();
    }
    Double value = decisive.map(attempt -> attempt.metrics().get(metric)).orElse(null);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Must be called after each change, including changes of an attempt's metrics. */
  void changed() {
    snapshot = Optional.empty();
  }

  private static OptionalInt number(int attempt) {
    return attempt == 1 ? FIRST : OptionalInt.of(attempt);
  }

  /** A snapshot; the same object until the trial changes. */
  TrialStatus snapshot(String objectiveMetric) {
    if (snapshot.isEmpty()) {
      snapshot =
          Optional.of(
              new TrialStatus(
                  trial,
                  state,
                  attempts.stream().map(AttemptRecord::snapshot).toList(),
                  decisive.map(attempt -> number(attempt.number())).orElse(OptionalInt.empty()),
                  objective(objectiveMetric)));
    }
    return snapshot.get();
  }
}
