package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.Budget;
import org.attune.sweeps.state.RunClock;

/**
 * The times that a sweep's budget allows: since the sweep's first start, and in which a driver ran.
 * Breaks between drivers count for the first only.
 */
final class WallTime {

  private final Budget budget;
  private final RunClock clock = new RunClock();

  WallTime(Budget budget) {
    this.budget = budget;
  }

  /** Takes the time of the sweep's next event. */
  void apply(Event event) {
    clock.apply(event);
  }

  /** Whether a limit is reached. */
  boolean usedUp(Instant now) {
    return isOver(clock.deadline(budget.wallTime(), budget.runTime()), now);
  }

  private static boolean isOver(Optional<Instant> deadline, Instant now) {
    return deadline.isPresent() && !now.isBefore(deadline.get());
  }

  /** The key of the limit that is reached, when {@link #usedUp} holds. */
  String key(Instant now) {
    return isOver(budget.runTime().map(clock::ranFor), now)
        ? "budget.run-time"
        : "budget.wall-time";
  }

  /** Why a sweep ends when {@link #usedUp} holds. */
  String reason(Instant now) {
    boolean run = isOver(budget.runTime().map(clock::ranFor), now);
    return "the budget's %s of %s is used up"
        .formatted(
            run ? "run-time" : "wall-time",
            text((run ? budget.runTime() : budget.wallTime()).orElseThrow()));
  }

  /** A duration as written in a sweep file: {@code 1h30m}. */
  private static String text(Duration time) {
    return time.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
