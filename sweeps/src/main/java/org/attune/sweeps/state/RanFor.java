package org.attune.sweeps.state;

import java.time.Duration;
import java.time.Instant;

/**
 * How long drivers have run a sweep; breaks between them do not count. Each driver's times are by
 * one steady clock, but two drivers' clocks may differ.
 *
 * @param earlier the time in which earlier drivers ran
 * @param opened when the last driver opened the sweep, by its clock
 * @param last its last event
 */
public record RanFor(Duration earlier, Instant opened, Instant last) {

  /** A single driver's run. */
  public static RanFor once(Instant opened, Instant last) {
    return new RanFor(Duration.ZERO, opened, last);
  }

  /** Until the last event. */
  public Duration total() {
    return until(last);
  }

  /** Until a later time by the last driver's clock. */
  public Duration until(Instant now) {
    return earlier.plus(Duration.between(opened, now.isBefore(last) ? last : now));
  }
}
