package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;

/**
 * A run's time, and what happens in it: real, or simulated as fast as it can be computed.
 *
 * <p>Anyone may {@link #post}; one thread, the run's, takes.
 */
public interface Timeline {

  /** The time of day, for what is recorded. */
  Instant now();

  /** A clock that never jumps, for how long something took. */
  long nanos();

  /** Has something done by the run's thread, in the order of posting. */
  void post(Runnable action);

  /** The next action; null when none came within a time. */
  Runnable next(Duration atMost) throws InterruptedException;
}
