package org.attune.jobs.slice;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.attune.jobs.console.ExitCode;

/**
 * The time of a slice, from the start of its process.
 *
 * @param endNanos when the process must have ended, as {@link System#nanoTime()} counts
 * @param reserve the last part, in which nothing is trained: running trials save their state, and
 *     claims are judged
 */
record SliceTime(long endNanos, Duration reserve) {

  private static final Duration LONGEST_RESERVE = Duration.ofSeconds(24);
  private static final int RESERVED = 5; // that part of a short slice

  /** A slice of a process that has just started. */
  static SliceTime of(Duration whole) {
    long sinceStart =
        System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    return of(whole.minusMillis(sinceStart), whole.dividedBy(RESERVED));
  }

  /** A slice that ends after a time from now. */
  static SliceTime of(Duration left, Duration reserve) {
    return new SliceTime(
        System.nanoTime() + left.toNanos(),
        reserve.compareTo(LONGEST_RESERVE) < 0 ? reserve : LONGEST_RESERVE);
  }

  /** The time left for training; zero or less once none is. */
  Duration left() {
    return Duration.ofNanos(endNanos - System.nanoTime()).minus(reserve);
  }

  /** Whether some is left. */
  boolean remains() {
    return left().compareTo(Duration.ZERO) > 0;
  }

  /** How long running trials may take to save their state. */
  Duration parting() {
    return reserve.dividedBy(2);
  }

  /**
   * Ends this process at the end of the time, whatever it does: everything that counts is on the
   * disk at any moment.
   */
  void enforce() {
    Thread watch =
        new Thread(
            () -> {
              try {
                Thread.sleep(Math.max(0, (endNanos - System.nanoTime()) / 1_000_000));
              } catch (InterruptedException never) {
                return;
              }
              System.err.println("slice: the time is over; what runs is cut off, and resumes");
              Runtime.getRuntime().halt(ExitCode.FAILED);
            },
            "slice-end");
    watch.setDaemon(true);
    watch.start();
  }
}
