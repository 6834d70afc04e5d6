package org.attune.cluster.slot;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.attune.sweeps.scheduler.RealTime;
import org.attune.sweeps.scheduler.Timeline;

/**
 * A run's time that passes only when a trial of a test says so, for timeouts and budgets: however
 * long the machine pauses, none is used up unasked. Messages are waited for as in real time.
 */
final class HeldTime implements Timeline {

  /** Static, for trials are serialised on their way. */
  private static final AtomicLong PASSED = new AtomicLong();

  private final RealTime real = new RealTime();

  HeldTime() {
    PASSED.set(0);
  }

  /** Lets time pass, as a trial. */
  static void pass(Duration time) {
    PASSED.addAndGet(time.toNanos());
  }

  @Override
  public Instant now() {
    return real.now().plusNanos(PASSED.get());
  }

  @Override
  public long nanos() {
    return PASSED.get();
  }

  @Override
  public void post(Runnable action) {
    real.post(action);
  }

  @Override
  public Runnable next(Duration atMost) throws InterruptedException {
    return real.next(atMost);
  }
}
