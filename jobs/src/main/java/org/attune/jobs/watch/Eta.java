package org.attune.jobs.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.state.SweepView;

/** Estimates the remaining time of a sweep from the wall times of its trials so far. */
final class Eta {

  private Eta() {}

  /**
   * The remaining time; empty before the first trial has ended, and when no trial remains.
   *
   * @param slots number of trials that can run at a time; 0 counts as 1
   */
  static Optional<Duration> of(SweepView sweep, int slots, Instant now) {
    Optional<Duration> budget = sweep.deadline().map(deadline -> Duration.between(now, deadline));
    long trials = sweep.waiting() + sweep.counts().running();
    return sweep
        .meanWallTime()
        .filter(mean -> trials > 0 && mean.toMillis() > 0)
        .map(mean -> within(budget, mean, ofAll(trials, slots, mean)));
  }

  /** The time of all remaining trials; with more slots than trials, that of one. */
  private static Duration ofAll(long trials, int slots, Duration mean) {
    long atOnce = Math.min(trials, Math.max(1, slots));
    return mean.multipliedBy(trials).dividedBy(atOnce);
  }

  /** When the budget's time is over, no trial starts, and running trials take a mean more. */
  private static Duration within(Optional<Duration> budget, Duration mean, Duration all) {
    return budget
        .map(rest -> rest.isNegative() ? mean : rest.plus(mean))
        .filter(rest -> rest.compareTo(all) < 0)
        .orElse(all);
  }

  /** The remaining time in words, from a second on: {@code about 3 min left}. */
  static String describe(Duration left) {
    Duration second = Duration.ofSeconds(1);
    Duration shown = left.compareTo(second) < 0 ? second : left;
    return "about " + TimeText.of(shown) + " left";
  }
}
