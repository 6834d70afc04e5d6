package org.attune.cluster.slot;

import java.util.concurrent.TimeUnit;

/**
 * The driver's time, where an attempt runs: when the driver gave it, and what has passed here
 * since. Clocks of two machines differ, and a difference of their times is no duration; so all
 * times of a sweep are by the driver's.
 */
final class DriverTime {

  private final long given;
  private final long since = System.nanoTime();

  /**
   * @param given when the driver gave the attempt, in milliseconds since 1970 by its clock
   */
  DriverTime(long given) {
    this.given = given;
  }

  /** Milliseconds since 1970. */
  long millis() {
    return given + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
  }
}
