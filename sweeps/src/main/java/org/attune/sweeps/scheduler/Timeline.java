package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;

/**
 * A run's time and its queue of actions: real, or simulated as fast as it can be computed.
 *
 * <p>Any thread may {@link #post}; only the run's thread takes actions.
 */
public interface Timeline {

  /** The time of day, for records. */
  Instant now();

  /** A monotonic clock, for durations. */
  long nanos();

  /** Queues an action for the run's thread, in the order of posting. */
  void post(Runnable action);

  /** The next action; null if none comes within the time. */
  Runnable next(Duration atMost) throws InterruptedException;
}
