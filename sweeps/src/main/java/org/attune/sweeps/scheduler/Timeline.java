package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A run's time and its queue of actions: real, or simulated as fast as it can be computed.
 *
 * <p>Any thread may {@link #post}; only the run's thread takes actions.
 */
public interface Timeline {

  /** The time of day, for records: it goes on steadily when someone sets the machine's clock. */
  Instant now();

  /** A monotonic clock, for durations. */
  long nanos();

  /** Queues an action for the run's thread, in the order of posting. */
  void post(Runnable action);

  /** Where to compute what would keep the run's thread busy; empty for that thread itself. */
  default Optional<Executor> background() {
    return Optional.empty();
  }

  /** The next action; null if none comes within the time. */
  Runnable next(Duration atMost) throws InterruptedException;
}
