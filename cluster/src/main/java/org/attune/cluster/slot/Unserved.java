package org.attune.cluster.slot;

import java.time.Duration;
import java.time.Instant;

/** Notices that no executor takes a slot for long; Spark waits silently. */
final class Unserved {

  /**
   * How long a run is without a slot before it tells its observer, each time. The executors of a
   * busy machine or of YARN take up to half a minute to start.
   */
  private static final Duration EVERY = Duration.ofMinutes(1);

  private final RunObserver observer;
  private Instant lastServed;
  private Instant due;

  /**
   * @param start when the run began
   */
  Unserved(RunObserver observer, Instant start) {
    this.observer = observer;
    served(start);
  }

  /** Tells the observer if it is time to. */
  void look(int slots, Instant now) {
    if (slots > 0) {
      served(now);
    } else if (due.isBefore(now)) {
      boolean first = due.equals(lastServed.plus(EVERY));
      observer.unserved(Duration.between(lastServed, now), first);
      due = now.plus(EVERY);
    }
  }

  private void served(Instant now) {
    lastServed = now;
    due = now.plus(EVERY);
  }
}
