package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.Budget;

/**
 * The times that a sweep's budget allows: since the sweep's first start, and in which a driver ran.
 * A driver runs from its start to the last event of its epoch, so breaks between drivers count for
 * the first only. Other commands that write into a break, such as a retry, open an epoch as well.
 */
final class WallTime {

  private final Budget budget;
  private Optional<Instant> startedAt = Optional.empty();
  private Instant openedAt = Instant.EPOCH; // by the current driver
  private Instant last = Instant.EPOCH;
  private Duration earlier = Duration.ZERO; // in which earlier drivers ran

  WallTime(Budget budget) {
    this.budget = budget;
  }

  /** Takes the time of the sweep's next event. */
  void apply(Event event) {
    if (event instanceof Event.Opened) {
      earlier = earlier.plus(Duration.between(openedAt, last));
      openedAt = event.time();
      last = event.time();
      startedAt = startedAt.or(() -> Optional.of(event.time()));
    } else if (event.time().isAfter(last)) {
      last = event.time();
    }
  }

  /** Whether a limit is reached. */
  boolean usedUp(Instant now) {
    return startedAt.isPresent()
        && (reached(budget.wallTime(), Duration.between(startedAt.get(), now))
            || reached(budget.runTime(), run(now)));
  }

  private Duration run(Instant now) {
    return earlier.plus(Duration.between(openedAt, now));
  }

  private static boolean reached(Optional<Duration> most, Duration time) {
    return most.isPresent() && time.compareTo(most.get()) >= 0;
  }

  /** Why a sweep ends when {@link #usedUp} holds. */
  String reason(Instant now) {
    boolean run = reached(budget.runTime(), run(now));
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
