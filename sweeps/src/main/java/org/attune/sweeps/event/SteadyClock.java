package org.attune.sweeps.event;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * The time of day when the clock was made, plus the time elapsed since: differences of its times
 * are durations, also when someone sets the machine's clock meanwhile. The time that a machine
 * sleeps does not elapse.
 */
public final class SteadyClock extends Clock {

  private static final SteadyClock OF_PROCESS = new SteadyClock();

  private final Clock machine;
  private final LongSupplier nanos;
  private final Instant start;
  private final long startNanos;

  /** A clock that begins now. */
  public SteadyClock() {
    this(Clock.systemUTC(), System::nanoTime);
  }

  /**
   * A clock by other sources.
   *
   * @param machine the time of day, which may jump
   * @param nanos a monotonic clock
   */
  public SteadyClock(Clock machine, LongSupplier nanos) {
    this.machine = machine;
    this.nanos = nanos;
    start = machine.instant();
    startNanos = nanos.getAsLong();
  }

  /** The clock of this process: all that a run dates is by one clock. */
  public static SteadyClock ofProcess() {
    return OF_PROCESS;
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanos.getAsLong() - startNanos);
  }

  /** By how much the machine's clock is ahead of this one; negative if it is behind. */
  public Duration ahead() {
    return Duration.between(instant(), machine.instant());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  /** Not supported: its times have no zone. */
  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("withZone");
  }
}
