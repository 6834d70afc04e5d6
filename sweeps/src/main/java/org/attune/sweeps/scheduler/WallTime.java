package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The wall time that a sweep's budget allows, counted from the sweep's first start. */
final class WallTime {

  private final Optional<Duration> most;
  private Optional<Instant> startedAt = Optional.empty();

  /**
   * @param most empty if the budget has no wall time
   */
  WallTime(Optional<Duration> most) {
    this.most = most;
  }

  /** Records that a driver opened the sweep; only the first driver's time counts. */
  void opened(Instant time) {
    startedAt = startedAt.or(() -> Optional.of(time));
  }

  /** Whether there is a limit and it is reached. */
  boolean usedUp(Instant now) {
    return most.isPresent()
        && startedAt.isPresent()
        && Duration.between(startedAt.get(), now).compareTo(most.get()) >= 0;
  }

  /** Why a sweep ends when its wall time is used up. */
  String reason() {
    return "the budget's wall-time of %s is used up".formatted(text(most.orElseThrow()));
  }

  /** A duration as written in a sweep file: {@code 1h30m}. */
  private static String text(Duration time) {
    return time.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
