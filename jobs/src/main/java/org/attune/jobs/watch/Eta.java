package org.attune.jobs.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.ObjectUtils;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialAttempt;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Estimates the remaining time of a sweep from the wall times of its trials so far. A running trial
 * has behind it the steps that it has reached, in this attempt or an earlier one. A waiting trial
 * has behind it the steps before its checkpoint.
 */
final class Eta {

  /** The last ended attempts that show how many run at a time, and how many steps a trial takes. */
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
        .map(mean -> within(budget, mean, ofAll(sweep, slots, mean, now)));
  }

  /**
   * The most trials that ran at one time lately: a slot that has just ended a trial is empty for a
   * moment, and a cluster may have fewer executors than slots are allowed.
   */
  static int atOnce(SweepView sweep) {
    List<TrialAttempt> ended = sweep.settledAttempts();
    NavigableMap<Instant, Integer> changes = new TreeMap<>();
    Stream.concat(
            sweep.runningAttempts().stream(),
            ended.subList(Math.max(0, ended.size() - LATELY), ended.size()).stream())
        .map(TrialAttempt::attempt)
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

  /** The time of all remaining trials, shared by the slots; at least that of the longest. */
  private static Duration ofAll(SweepView sweep, int slots, Duration mean, Instant now) {
    List<Long> steps = steps(sweep);
    List<Duration> begun =
        Stream.concat(
                sweep.runningAttempts().stream()
                    .map(running -> ofOne(running.attempt(), steps, mean, now)),
                saved(sweep).map(step -> after(step, steps, mean)))
            .toList();
    long whole = sweep.waiting() - saved(sweep).count();
    Duration all = begun.stream().reduce(mean.multipliedBy(whole), Duration::plus);
    Duration longest = begun.stream().reduce(whole > 0 ? mean : Duration.ZERO, ObjectUtils::max);
    long trials = sweep.waiting() + sweep.counts().running();
    Duration shared = all.dividedBy(Math.min(trials, Math.max(1, slots)));
    return ObjectUtils.max(shared, longest);
  }

  /** The steps after which the waiting trials with a checkpoint will resume. */
  private static Stream<Long> saved(SweepView sweep) {
    return sweep.trials(TrialState.PENDING).stream()
        .map(TrialStatus::saved)
        .filter(step -> step > 0);
  }

  /**
   * The time that a running attempt has before it. Before its first step its time so far counts.
   */
  private static Duration ofOne(Attempt running, List<Long> steps, Duration mean, Instant now) {
    if (running.reached() == 0 || mean(steps) == 0) {
      Duration sinceStart = Duration.between(running.startedAt(), now);
      Duration rest = sinceStart.isNegative() ? mean : mean.minus(sinceStart);
      return rest.isNegative() ? Duration.ZERO : rest;
    }
    return after(running.reached(), steps, mean);
  }

  /**
   * The time that a trial takes after a step. Trials may be stopped early, so those that went
   * further tell how far this one goes.
   */
  private static Duration after(long reached, List<Long> steps, Duration mean) {
    double whole = mean(steps);
    if (whole == 0) {
      return mean;
    }
    double end = mean(steps.stream().filter(step -> step > reached).toList());
    double share = Math.max(0, end - reached) / whole;
    return Duration.ofMillis(Math.round(mean.toMillis() * share));
  }

  /** The last steps of the trials that ended lately. */
  private static List<Long> steps(SweepView sweep) {
    List<TrialStatus> ended = sweep.settledTrials();
    return ended.subList(Math.max(0, ended.size() - LATELY), ended.size()).stream()
        .flatMap(trial -> trial.attempt().stream())
        .map(Attempt::lastStep)
        .toList();
  }

  private static double mean(List<Long> steps) {
    return steps.stream().mapToLong(Long::longValue).average().orElse(0);
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
