package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.Optional;

/**
 * Watches for a trial that needs several slots at once while fewer are present and no running
 * trial's end would free more. It reports this early and then every minute; after a time the run
 * gives up.
 */
final class MissingSlots {

  /** The time within which slots that start together arrive. */
  private static final Duration ARRIVAL = Duration.ofSeconds(5);

  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final Timeline time;
  private final LoopObserver observer;
  private final Duration patience;
  private Optional<Waiting> waiting = Optional.empty();

  /** The waiting trial, since when it waits, and when to report it next. */
  private static final class Waiting {
    final String trial;
    final int needed;
    final long since;
    long sayAt;

    Waiting(String trial, int needed, long since) {
      this.trial = trial;
      this.needed = needed;
      this.since = since;
      this.sayAt = since + ARRIVAL.toNanos();
    }
  }

  /**
   * @param patience the run gives up after this time
   */
  MissingSlots(Timeline time, LoopObserver observer, Duration patience) {
    this.time = time;
    this.observer = observer;
    this.patience = patience;
  }

  /** Records that the next trial waits for slots and nothing else runs. */
  void waits(String trial, int needed) {
    if (waiting.filter(wait -> wait.trial.equals(trial)).isEmpty()) {
      waiting = Optional.of(new Waiting(trial, needed, time.nanos()));
    }
  }

  /** Records that something runs, or nothing waits. */
  void none() {
    waiting = Optional.empty();
  }

  /**
   * Reports the missing slots when a report is due.
   *
   * @param idle present slots
   * @return the end of the run, once it is time to give up
   */
  Optional<Ending> review(int idle) {
    if (waiting.isEmpty()) {
      return Optional.empty();
    }
    Waiting wait = waiting.get();
    long now = time.nanos();
    if (now - wait.since >= patience.toNanos()) {
      return Optional.of(
          new Ending(
              Ending.Kind.GAVE_UP,
              "Gave up after %d s: trial %s takes %d slots at once, and %d are there; use fewer workers, on a cluster start more executors, or wait longer with execution.slot-timeout. The same command resumes the sweep"
                  .formatted(patience.toSeconds(), wait.trial, wait.needed, idle)));
    }
    if (now >= wait.sayAt) {
      observer.missingSlots(wait.trial, wait.needed, idle);
      wait.sayAt = now + AGAIN.toNanos();
    }
    return Optional.empty();
  }
}
