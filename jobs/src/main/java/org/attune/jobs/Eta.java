package org.attune.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.attune.sweeps.state.SweepView;

/** How long the rest of a sweep takes, from how long its trials took so far. */
final class Eta {

  private Eta() {}

  /** The trials' mean time, and how long all that are left take. */
  private record Estimate(Duration mean, Duration all) {
    /** Trials that run when the budget's time is over may end; none starts then. */
    Duration within(Optional<Duration> budget) {
      return budget
          .map(rest -> rest.isNegative() ? mean : rest.plus(mean))
          .filter(rest -> rest.compareTo(all) < 0)
          .orElse(all);
    }
  }

  /**
   * Empty before the first trial has ended, and when none is left.
   *
   * @param slots trials at a time
   * @param wallTime that the budget gives the sweep
   */
  static Optional<Duration> of(
      SweepView sweep, int slots, Optional<Duration> wallTime, Instant now) {
    Optional<Duration> budget =
        wallTime.map(limit -> Duration.between(now, sweep.startedAt().plus(limit)));
    long left = sweep.waiting() + sweep.counts().running();
    return sweep
        .meanWallTime()
        .filter(mean -> left > 0 && mean.toMillis() > 0)
        .map(mean -> new Estimate(mean, mean.multipliedBy(left).dividedBy(Math.max(1, slots))))
        .map(estimate -> estimate.within(budget));
  }

  static String describe(Duration left) {
    Duration shown = left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
    return "about " + TimeText.of(shown) + " left";
  }
}
