package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Simulated time, which advances only when no action is left: a run of days takes only as long as
 * its decisions. Actions are scheduled and run by one thread; any thread may post.
 */
public final class VirtualTime implements Timeline {

  private final Instant start;
  private final Duration patience; // of the clock on the wall
  private final BlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::order));
  private long nanos;
  private long order;

  private record Due(long nanos, long order, Runnable action) {}

  /**
   * @param start the initial time of day
   */
  public VirtualTime(Instant start) {
    this(start, Duration.ZERO);
  }

  /**
   * Time beside other threads that post, such as a journal's.
   *
   * @param start the initial time of day
   * @param patience how long to wait for them, in real time, when nothing is scheduled
   */
  public VirtualTime(Instant start, Duration patience) {
    this.start = start;
    this.patience = patience;
  }

  /**
   * Schedules an action for the run's thread after a delay; actions due together run in the order
   * of scheduling.
   */
  public void after(Duration delay, Runnable action) {
    due.add(new Due(nanos + delay.toNanos(), order++, action));
  }

  @Override
  public Instant now() {
    return start.plusNanos(nanos);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void post(Runnable action) {
    posted.add(action);
  }

  @Override
  public Runnable next(Duration atMost) throws InterruptedException {
    Runnable ready = posted.poll();
    if (ready != null) {
      return ready;
    }
    long until = nanos + atMost.toNanos();
    if (due.isEmpty() && !atMost.isZero()) {
      ready = posted.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    } else if (!due.isEmpty() && due.peek().nanos() <= until) {
      nanos = due.peek().nanos();
      return due.poll().action();
    }
    nanos = ready == null ? until : nanos;
    return ready;
  }
}
