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
    return clock.startedAt().isPresent()
        && (reached(budget.wallTime(), Duration.between(clock.startedAt().get(), now))
            || reached(budget.runTime(), clock.run(now)));
  }

  private static boolean reached(Optional<Duration> most, Duration time) {
    return most.isPresent() && time.compareTo(most.get()) >= 0;
  }

  /** Why a sweep ends when {@link #usedUp} holds. */
  String reason(Instant now) {
    boolean run = reached(budget.runTime(), clock.run(now));
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
