package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.attune.sweeps.event.SteadyClock;

/** Real time. */
public final class RealTime implements Timeline {

  private static final long IDLE_SECONDS = 10;

  private final SteadyClock clock;
  private final BlockingQueue<Runnable> actions = new LinkedBlockingQueue<>();
  private final ThreadPoolExecutor background =
      new ThreadPoolExecutor(
          1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), RealTime::daemon);

  /** Creates a clock, whose background thread ends when it is idle. */
  public RealTime() {
    this(SteadyClock.ofProcess());
  }

  RealTime(SteadyClock clock) {
    this.clock = clock;
    background.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "attune-search");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public Optional<Executor> background() {
    return Optional.of(background);
  }

  @Override
  public Instant now() {
    return clock.instant();
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
