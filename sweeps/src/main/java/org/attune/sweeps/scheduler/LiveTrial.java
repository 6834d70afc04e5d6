package org.attune.sweeps.scheduler;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.search.Observation;
import org.attune.api.search.Report;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.TrialRecord;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/** A trial that has not ended: its record, and what stopping rules and users decided about it. */
final class LiveTrial {

  /** Replaces a stopping rule's name in a user's decision. */
  private static final String USER = "user";

  final TrialRecord record;
  private final Set<Integer> decided = new HashSet<>(); // attempts
  private Optional<Doom> doom = Optional.empty();

  /** The step at which a rule ended the trial: a later attempt ends at the same step. */
  private record Doom(long step, Rules.Decision decision) {}

  LiveTrial(TrialRecord record) {
    this.record = record;
  }

  Trial trial() {
    return record.trial();
  }

  /** Whether no attempt runs. */
  boolean waits() {
    return record.state() == TrialState.PENDING;
  }

  /** Marks an attempt to be stopped. */
  void decide(int attempt) {
    decided.add(attempt);
  }

  /**
   * The consequence of the rules' decision on a report; empty if none, or if the attempt is already
   * to stop. A rule judges a trial once per step. If the driver died before the trial ended, the
   * decision applies to the next attempt.
   *
   * @param time of the report
   */
  Optional<StopDecision> judge(Report report, Optional<Rules.Decision> decision, Instant time) {
    if (decision.isPresent() && !decision.get().pause() && doom.isEmpty()) {
      doom = Optional.of(new Doom(report.step(), decision.get()));
    }
    return doom.filter(d -> report.step() >= d.step())
        .map(Doom::decision)
        .or(() -> decision)
        .filter(stop -> !decided.contains(report.attempt()))
        .map(
            stop ->
                new StopDecision(
                    decided(report.attempt(), report.step(), stop.rule(), stop.reason(), time),
                    stop.pause()));
  }

  /** A user's decision to end the running attempts: an event for each that has no decision yet. */
  List<Event.Decided> stop(String reason, Instant time) {
    return record.running().stream()
        .filter(attempt -> !decided.contains(attempt.number()))
        .map(attempt -> decided(attempt.number(), attempt.lastStep(), USER, reason, time))
        .toList();
  }

  private Event.Decided decided(int attempt, long step, String rule, String reason, Instant time) {
    return new Event.Decided(trial().id(), attempt, step, rule, reason, time);
  }

  /** How the trial ended, once it has. */
  Observation end(String objective) {
    TrialStatus status = record.snapshot(objective);
    Attempt end = status.attempt().orElseThrow();
    return new Observation(
        trial(),
        Observation.Outcome.valueOf(status.state().name()),
        status.objective(),
        end.lastStep(),
        status.state().successful() ? end.metrics() : Map.of());
  }
}
