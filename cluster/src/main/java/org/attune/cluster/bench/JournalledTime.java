package org.attune.cluster.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.attune.sweeps.scheduler.Timeline;

/**
 * Virtual time beside a real journal. Time advances to the next scheduled action as soon as nothing
 * is posted; while nothing is scheduled, it waits for the journal, which posts from its own thread.
 */
final class JournalledTime implements Timeline {

  private static final long PATIENCE_MILLIS = 50;

  private final Instant start;
  private final BlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::order));
  private long nanos;
  private long order;

  private record Due(long nanos, long order, Runnable action) {}

  JournalledTime(Instant start) {
    this.start = start;
  }

  /** Schedules an action for the run's thread after a delay. */
  void after(Duration delay, Runnable action) {
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
    if (!due.isEmpty()) {
      if (due.peek().nanos() > until) {
        nanos = until;
        return null;
      }
      nanos = Math.max(nanos, due.peek().nanos());
      return due.poll().action();
    }
    ready = atMost.isZero() ? null : posted.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    nanos = ready == null ? until : nanos;
    return ready;
  }
}
