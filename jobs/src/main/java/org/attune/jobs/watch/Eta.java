package org.attune.jobs.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.state.SweepView;

/** Estimates the remaining time of a sweep from the wall times of its trials so far. */
final class Eta {

  private Eta() {}

  /** The trials' mean wall time, and the time that all remaining trials take. */
  private record Estimate(Duration mean, Duration all) {
    /** When the budget's time is over, running trials may end, but no trial starts. */
    Duration within(Optional<Duration> budget) {
      return budget
          .map(rest -> rest.isNegative() ? mean : rest.plus(mean))
          .filter(rest -> rest.compareTo(all) < 0)
          .orElse(all);
    }
  }

  /**
   * The remaining time; empty before the first trial has ended, and when no trial remains.
   *
   * @param slots number of trials that run at a time
   */
  static Optional<Duration> of(SweepView sweep, int slots, Instant now) {
    Optional<Duration> budget = sweep.deadline().map(deadline -> Duration.between(now, deadline));
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
