package org.attune.cluster.slot;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Counts slots that die before they ask for a trial. Each further one in a row delays the next
 * start, until the run gives up. Safe for several threads.
 */
final class FalseStarts {

  private static final int MOST_IN_A_ROW = 10;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final Clock clock;
  private int inARow;
  private Instant nextStart = Instant.EPOCH;

  FalseStarts(Clock clock) {
    this.clock = clock;
  }

  /** Whether it is too early to start another slot. */
  synchronized boolean pausing() {
    return clock.instant().isBefore(nextStart);
  }

  /** Records that a slot has asked for a trial. */
  synchronized void arrived() {
    inARow = 0;
  }

  /**
   * Records that a slot died before it asked for a trial.
   *
   * @param others whether other slots are at work
   * @return why the run must give up, if it must
   */
  synchronized Optional<Throwable> died(Throwable cause, boolean others) {
    inARow++;
    long pause = FIRST_PAUSE_MILLIS << Math.min(inARow, MOST_IN_A_ROW);
    nextStart = clock.instant().plusMillis(Math.min(pause, LONGEST_PAUSE_MILLIS));
    if (inARow < MOST_IN_A_ROW || others) {
      return Optional.empty();
    }
    return Optional.of(
        new IOException(
            "Gave up after %d slots died before they asked for a trial; the last said: %s"
                .formatted(inARow, cause.getMessage()),
            cause));
  }
}
