package org.attune.sweeps.scheduler;

import java.time.Duration;

/**
 * How many slots a run wants: the maximum while there is more to start, then those that are busy.
 * An adaptive search may have no proposal until a trial ends; then the run wants few slots more
 * than trials run.
 */
final class Demand {

  /** How long to keep idle slots, in case a trial is retried. */
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final Scheduler scheduler;
  private final Slots slots;
  private final PresentSlots present;
  private final Attempts attempts;
  private final Timeline time;
  private int mostSlots;
  private long busyNanos;
  private int enough = Integer.MAX_VALUE; // trials running when the search last had no proposal

  /**
   * @param mostSlots the most trials at a time
   */
  Demand(
      Scheduler scheduler,
      Slots slots,
      PresentSlots present,
      Attempts attempts,
      Timeline time,
      int mostSlots) {
    this.scheduler = scheduler;
    this.slots = slots;
    this.present = present;
    this.attempts = attempts;
    this.time = time;
    this.mostSlots = mostSlots;
    this.busyNanos = time.nanos();
  }

  /** Changes the most trials at a time. Trials that run go on. */
  void atMost(int slots) {
    mostSlots = slots;
  }

  /** The most trials at a time. */
  int atMost() {
    return mostSlots;
  }

  /** Records that the scheduler had nothing to start. */
  void nothingToStart() {
    enough = scheduler.searchWaits() ? attempts.size() : enough;
  }

  /** Records that an attempt started. */
  void started() {
    if (attempts.size() > enough) {
      unlimited();
    }
  }

  /** Records that a trial waits for more slots. */
  void unlimited() {
    enough = Integer.MAX_VALUE;
  }

  /** Starts slots as room allows, and ends idle ones above the wanted number. */
  void review() {
    int wanted = wanted();
    slots.want(wanted + present.resting()); // a slot in cool-down keeps its room from others
    int over = present.size() - present.resting() - wanted;
    present.takeAway(Math.max(0, Math.min(over, present.idle()))).forEach(slots::release);
  }

  /**
   * The wanted number of slots. If the search had no proposal while this many trials ran, it may
   * have one now, and one more slot is enough to find out.
   */
  private int wanted() {
    boolean more = scheduler.wantsMore(time.now());
    if (more && enough < Integer.MAX_VALUE) {
      int known = Math.max(1, scheduler.waiting());
      return Math.min(mostSlots, Math.max(attempts.size() + known, kept()));
    }
    if (more) {
      busyNanos = time.nanos();
      return mostSlots;
    }
    return Math.max(1, kept());
  }

  /** The number of slots to keep: the busy ones, and for a while the idle ones too. */
  private int kept() {
    boolean soon = time.nanos() - busyNanos < IDLE.toNanos();
    return soon ? present.size() - present.resting() : attempts.size();
  }
}
