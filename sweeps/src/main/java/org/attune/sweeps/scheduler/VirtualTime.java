package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;

/**
 * Simulated time, which advances only when no action is left: a run of days takes only as long as
 * its decisions. For one thread.
 */
public final class VirtualTime implements Timeline {

  private final Instant start;
  private final Deque<Runnable> posted = new ArrayDeque<>();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::order));
  private long nanos;
  private long order;

  private record Due(long nanos, long order, Runnable action) {}

  /**
   * @param start the initial time of day
   */
  public VirtualTime(Instant start) {
    this.start = start;
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
  public Runnable next(Duration atMost) {
    if (!posted.isEmpty()) {
      return posted.poll();
    }
    long until = nanos + atMost.toNanos();
    if (due.isEmpty() || due.peek().nanos() > until) {
      nanos = until;
      return null;
    }
    nanos = due.peek().nanos();
    return due.poll().action();
  }
}
