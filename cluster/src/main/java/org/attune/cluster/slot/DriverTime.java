package org.attune.cluster.slot;

import java.util.concurrent.TimeUnit;

/**
 * The driver's time, on the machine of an attempt. It is the time at which the driver assigned the
 * attempt, plus the time elapsed here since. Clocks of two machines differ, so the difference of
 * their times is not a duration. Therefore all times of a sweep are by the driver's clock.
 */
final class DriverTime {

  private final long given;
  private final long since = System.nanoTime();

  /**
   * @param given when the driver assigned the attempt, in milliseconds since 1970 by its clock
   */
  DriverTime(long given) {
    this.given = given;
  }

  /** Milliseconds since 1970, by the driver's clock. */
  long millis() {
    return given + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
  }
}
