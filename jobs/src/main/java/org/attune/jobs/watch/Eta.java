package org.attune.jobs.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.state.AttemptOf;
import org.attune.sweeps.state.SweepView;

/** Estimates the remaining time of a sweep from the wall times of its trials so far. */
final class Eta {

  /** So many ended attempts tell how many run at a time. */
  private static final int LATELY = 64;

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

  /**
   * The most trials that ran at one time lately: a slot that has just ended a trial is empty for a
   * moment, and a cluster may have fewer executors than slots are allowed.
   */
  static int atOnce(SweepView sweep) {
    List<AttemptOf> ended = sweep.settledAttempts();
    NavigableMap<Instant, Integer> changes = new TreeMap<>();
    Stream.concat(
            sweep.runningAttempts().stream(),
            ended.subList(Math.max(0, ended.size() - LATELY), ended.size()).stream())
        .map(AttemptOf::attempt)
        .filter(attempt -> attempt.epoch() == sweep.epoch())
        .forEach(
            attempt -> {
              changes.merge(attempt.startedAt(), 1, Integer::sum);
              attempt.endedAt().ifPresent(end -> changes.merge(end, -1, Integer::sum));
            });
    int running = 0;
    int most = 0;
    for (int change : changes.values()) {
      running += change;
      most = Math.max(most, running);
    }
    return most;
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
