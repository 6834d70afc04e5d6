package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Real time. */
public final class RealTime implements Timeline {

  private final BlockingQueue<Runnable> actions = new LinkedBlockingQueue<>();

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void post(Runnable action) {
    actions.add(action);
  }

  @Override
  public Runnable next(Duration atMost) throws InterruptedException {
    return actions.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }
}
