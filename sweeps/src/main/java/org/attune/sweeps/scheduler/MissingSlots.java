package org.attune.sweeps.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A trial that takes several slots at once, where fewer are there and nothing runs whose end would
 * free more. It is told of soon and every minute; after a time the run is given up.
 */
final class MissingSlots {

  /** In which slots that start together arrive. */
  private static final Duration ARRIVAL = Duration.ofSeconds(5);

  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final Timeline time;
  private final LoopObserver observer;
  private final Duration patience;
  private Optional<Waiting> waiting = Optional.empty();

  /** What waits, since when, and when that is to be said next. */
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
   * @param patience after which the run is given up
   */
  MissingSlots(Timeline time, LoopObserver observer, Duration patience) {
    this.time = time;
    this.observer = observer;
    this.patience = patience;
  }

  /** A trial is the next and waits for slots; nothing else runs. */
  void waits(String trial, int needed) {
    if (waiting.filter(of -> of.trial.equals(trial)).isEmpty()) {
      waiting = Optional.of(new Waiting(trial, needed, time.nanos()));
    }
  }

  /** Something runs, or nothing waits. */
  void none() {
    waiting = Optional.empty();
  }

  /**
   * Says what is missing when it is time to.
   *
   * @param idle slots that are there
   * @return why to give up, once it is time to
   */
  Optional<IOException> review(int idle) {
    if (waiting.isEmpty()) {
      return Optional.empty();
    }
    Waiting of = waiting.get();
    long now = time.nanos();
    if (now - of.since >= patience.toNanos()) {
      return Optional.of(
          new IOException(
              "Gave up after %d s: trial %s takes %d slots at once, and %d are there; start more executors, use fewer workers, or wait longer with execution.slot-timeout. The same command resumes the sweep"
                  .formatted(patience.toSeconds(), of.trial, of.needed, idle)));
    }
    if (now >= of.sayAt) {
      observer.missingSlots(of.trial, of.needed, idle);
      of.sayAt = now + AGAIN.toNanos();
    }
    return Optional.empty();
  }
}
