package org.attune.sweeps.scheduler;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.search.Observation;
import org.attune.api.search.Report;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Failures;
import org.attune.sweeps.state.LatestValues;
import org.attune.sweeps.state.RetryPolicy;

/** The scheduler's record of a trial that has not ended. */
final class LiveTrial {

  final Trial trial;
  private final SortedMap<Integer, LiveAttempt> running = new TreeMap<>();
  private int attempts;
  private Failures failures = Failures.NONE;
  private Optional<Doom> doom = Optional.empty();

  /** The step at which a rule ended the trial: a later attempt ends at the same step. */
  private record Doom(long step, Rules.Decision decision) {}

  /** The reports of a running attempt. */
  private static final class LiveAttempt {
    final int epoch;
    final LatestValues latest = new LatestValues();
    boolean decided;

    LiveAttempt(int epoch) {
      this.epoch = epoch;
    }
  }

  LiveTrial(Trial trial) {
    this.trial = trial;
  }

  /** Reopens an ended trial with all its retries; attempt numbers continue. */
  LiveTrial(Trial trial, int attempts) {
    this.trial = trial;
    this.attempts = attempts;
  }

  boolean waits() {
    return running.isEmpty();
  }

  /** The number of running attempts. */
  int runs() {
    return running.size();
  }

  int attempts() {
    return attempts;
  }

  /** The running attempts, each with its driver's epoch. */
  Map<Integer, Integer> epochs() {
    Map<Integer, Integer> epochs = new TreeMap<>();
    running.forEach((number, attempt) -> epochs.put(number, attempt.epoch));
    return epochs;
  }

  void start(int attempt, int epoch) {
    attempts = Math.max(attempts, attempt);
    running.putIfAbsent(attempt, new LiveAttempt(epoch));
  }

  boolean runs(int attempt) {
    return running.containsKey(attempt);
  }

  /** The new part of a measurement: an attempt reports each step of a metric once. */
  Optional<Report> measure(Event.Measured event) {
    LiveAttempt attempt = running.get(event.attempt());
    if (attempt == null) {
      return Optional.empty();
    }
    Map<String, Double> fresh = fresh(event, attempt.latest);
    if (fresh.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Report(trial, event.attempt(), event.step(), fresh));
  }

  private static Map<String, Double> fresh(Event.Measured event, LatestValues latest) {
    Map<String, Double> fresh = event.values(); // nearly always all of them
    for (Map.Entry<String, Double> each : event.values().entrySet()) {
      if (!latest.put(each.getKey(), event.step(), each.getValue())) {
        fresh = fresh == event.values() ? new HashMap<>(fresh) : fresh;
        fresh.remove(each.getKey());
      }
    }
    return fresh;
  }

  /** Marks an attempt to be stopped; returns whether it was not marked before. */
  boolean decide(int attempt) {
    LiveAttempt running = this.running.get(attempt);
    if (running == null || running.decided) {
      return false;
    }
    running.decided = true;
    return true;
  }

  /** The last step that a running attempt reported; 0 before the first. */
  long lastStep(int attempt) {
    return running.get(attempt).latest.lastStep();
  }

  /**
   * The rules' decision on a report. A rule judges a trial once per step. If the driver died before
   * the trial ended, the decision applies to the next attempt.
   */
  Optional<Rules.Decision> judge(Report report, Optional<Rules.Decision> decision) {
    if (decision.isPresent() && !decision.get().pause() && doom.isEmpty()) {
      doom = Optional.of(new Doom(report.step(), decision.get()));
    }
    return doom.filter(d -> report.step() >= d.step()).map(Doom::decision).or(() -> decision);
  }

  boolean decided(int attempt) {
    LiveAttempt running = this.running.get(attempt);
    return running != null && running.decided;
  }

  /**
   * Ends a running attempt.
   *
   * @return how the trial ended, if this attempt ended it
   */
  Optional<Observation> end(Event.Terminal event, String objective, RetryPolicy policy) {
    LiveAttempt attempt = running.remove(event.attempt());
    if (event instanceof Event.Finished finished) {
      return Optional.of(
          observation(Observation.Outcome.FINISHED, attempt, finished.metrics(), objective));
    }
    if (event instanceof Event.Stopped stopped) {
      return Optional.of(
          observation(Observation.Outcome.STOPPED, attempt, stopped.metrics(), objective));
    }
    if (event instanceof Event.Failed failed) {
      failures = failures.and(failed.cause());
      if (!policy.triesAgain(failed.cause(), failures)) {
        return Optional.of(
            new Observation(
                trial,
                Observation.Outcome.FAILED,
                OptionalDouble.empty(),
                attempt.latest.lastStep(),
                Map.of()));
      }
    }
    return Optional.empty();
  }

  private Observation observation(
      Observation.Outcome outcome,
      LiveAttempt attempt,
      Map<String, Double> last,
      String objective) {
    Map<String, Double> metrics = attempt.latest.with(last);
    Double value = metrics.get(objective);
    return new Observation(
        trial,
        outcome,
        value == null ? OptionalDouble.empty() : OptionalDouble.of(value),
        attempt.latest.lastStep(),
        metrics);
  }
}
