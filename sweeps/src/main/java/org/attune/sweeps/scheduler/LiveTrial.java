package org.attune.sweeps.scheduler;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.search.Observation;
import org.attune.sweeps.search.Report;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.state.RetryPolicy;
import org.attune.sweeps.trial.Cause;

/** A trial that has not ended, as the scheduler needs to know it. */
final class LiveTrial {

  final Trial trial;
  private final SortedMap<Integer, LiveAttempt> running = new TreeMap<>();
  private int attempts;
  private int costlyFailures;
  private int infrastructureFailures;
  private int programErrors;
  private Optional<Doom> doom = Optional.empty();

  /** At which step a rule has ended the trial: a further attempt is ended there again. */
  private record Doom(long step, Rules.Decision decision) {}

  /** What a running attempt has reported. */
  private static final class LiveAttempt {
    final int epoch;
    final Map<String, Double> latest = new HashMap<>(4);
    final Map<String, Long> stepOfLatest = new HashMap<>(4);
    long lastStep;
    boolean decided;

    LiveAttempt(int epoch) {
      this.epoch = epoch;
    }
  }

  LiveTrial(Trial trial) {
    this.trial = trial;
  }

  /** Takes up a trial that had ended: with all its retries, but attempts go on counting. */
  LiveTrial(Trial trial, int attempts) {
    this.trial = trial;
    this.attempts = attempts;
  }

  boolean waits() {
    return running.isEmpty();
  }

  int attempts() {
    return attempts;
  }

  /** The attempts that run, with the epoch of their driver. */
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

  /** What of a measurement is new: an attempt reports each step of a metric once. */
  Optional<Report> measure(Event.Measured event) {
    LiveAttempt attempt = running.get(event.attempt());
    if (attempt == null) {
      return Optional.empty();
    }
    Map<String, Double> fresh = new HashMap<>();
    event
        .values()
        .forEach(
            (name, value) -> {
              Long last = attempt.stepOfLatest.get(name);
              if (last == null || event.step() > last) {
                attempt.stepOfLatest.put(name, event.step());
                attempt.latest.put(name, value);
                fresh.put(name, value);
              }
            });
    if (fresh.isEmpty()) {
      return Optional.empty();
    }
    attempt.lastStep = Math.max(attempt.lastStep, event.step());
    return Optional.of(new Report(trial, event.attempt(), event.step(), fresh));
  }

  /** Notes that an attempt is to be stopped; returns whether that is new. */
  boolean decide(int attempt) {
    LiveAttempt running = this.running.get(attempt);
    if (running == null || running.decided) {
      return false;
    }
    running.decided = true;
    return true;
  }

  /** The last step that a running attempt has reported; 0 before the first. */
  long lastStep(int attempt) {
    return running.get(attempt).lastStep;
  }

  /**
   * What the rules make of a report. A rule judges a trial once at a step; where its driver died
   * before the trial was ended, what was decided holds for the attempt that follows.
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
   * @return how the trial ended, if it did with this
   */
  Optional<Observation> end(Event.Terminal event, String objective, RetryPolicy policy) {
    LiveAttempt attempt = running.remove(event.attempt());
    if (event instanceof Event.Finished finished) {
      attempt.latest.putAll(finished.metrics());
      return Optional.of(observation(Observation.Outcome.FINISHED, attempt, objective));
    }
    if (event instanceof Event.Stopped stopped) {
      attempt.latest.putAll(stopped.metrics());
      return Optional.of(observation(Observation.Outcome.STOPPED, attempt, objective));
    }
    if (event instanceof Event.Failed failed) {
      if (failed.cause() == Cause.INFRASTRUCTURE) {
        infrastructureFailures++;
      } else {
        costlyFailures++;
      }
      programErrors += failed.cause() == Cause.PROGRAM_ERROR ? 1 : 0;
      if (!policy.triesAgain(
          failed.cause(), costlyFailures, infrastructureFailures, programErrors)) {
        return Optional.of(
            new Observation(
                trial,
                Observation.Outcome.FAILED,
                OptionalDouble.empty(),
                attempt.lastStep,
                Map.of()));
      }
    }
    return Optional.empty();
  }

  private Observation observation(
      Observation.Outcome outcome, LiveAttempt attempt, String objective) {
    Double value = attempt.latest.get(objective);
    return new Observation(
        trial,
        outcome,
        value == null ? OptionalDouble.empty() : OptionalDouble.of(value),
        attempt.lastStep,
        attempt.latest);
  }
}
