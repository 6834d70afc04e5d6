package org.attune.jobs.slice;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
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
  private static final Duration LONGEST_START = Duration.ofMinutes(1); // more is a wrong clock
  private static final int RESERVED = 5; // that part of a short slice

  /** A slice of a process that has just started. */
  static SliceTime of(Duration whole) {
    return of(whole.minus(Duration.between(start(), Instant.now())), whole.dividedBy(RESERVED));
  }

  /** When this process was started: on a busy machine seconds before its JVM knows of time. */
  private static Instant start() {
    Instant jvm = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    return ProcessHandle.current()
        .info()
        .startInstant()
        .filter(process -> process.isBefore(jvm) && process.isAfter(jvm.minus(LONGEST_START)))
        .orElse(jvm);
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
