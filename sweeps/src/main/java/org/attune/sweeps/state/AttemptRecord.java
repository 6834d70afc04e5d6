package org.attune.sweeps.state;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.trial.Cause;

/** The mutable record of an attempt. */
final class AttemptRecord {

  final int number;
  private final int epoch;
  private final Event.Started started;
  private final Map<String, Double> latest = new HashMap<>(4);
  private final Map<String, Long> stepOfLatest = new HashMap<>(4);
  private TrialState state = TrialState.RUNNING;
  private Optional<Cause> cause = Optional.empty();
  private String message = "";
  private Optional<Instant> endedAt = Optional.empty();
  private long lastStep;
  private Map<String, String> provenance;
  private Optional<Attempt> snapshot = Optional.empty();

  AttemptRecord(Event.Started started, int epoch) {
    this.number = started.attempt();
    this.epoch = epoch;
    this.started = started;
    this.provenance = started.provenance();
  }

  TrialState state() {
    return state;
  }

  /**
   * Records a measurement, unless the same step or a later one is known: reports may arrive twice.
   */
  boolean measure(String name, long step, double value) {
    Long last = stepOfLatest.get(name);
    if (last != null && step <= last) {
      return false;
    }
    snapshot = Optional.empty();
    stepOfLatest.put(name, step);
    latest.put(name, value);
    lastStep = Math.max(lastStep, step);
    return true;
  }

  void end(TrialState state, Event.Terminal event) {
    this.snapshot = Optional.empty();
    this.state = state;
    this.endedAt = Optional.of(event.time());
    if (event instanceof Event.Finished finished) {
      latest.putAll(finished.metrics());
      provenance = joined(provenance, finished.provenance());
    } else if (event instanceof Event.Stopped stopped) {
      latest.putAll(stopped.metrics());
      provenance = joined(provenance, stopped.provenance());
      message = stopped.reason();
    } else if (event instanceof Event.Failed failed) {
      cause = Optional.of(failed.cause());
      message = failed.message();
    } else if (event instanceof Event.Abandoned abandoned) {
      message = abandoned.reason();
    } else if (event instanceof Event.Paused paused) {
      message = "paused at step " + paused.step();
    }
  }

  private static Map<String, String> joined(Map<String, String> start, Map<String, String> end) {
    Map<String, String> joined = new HashMap<>(start);
    joined.putAll(end);
    return Map.copyOf(joined);
  }

  /** Records the end of an attempt that came too late, without its result. */
  void lose(Event.Terminal event, String why) {
    end(TrialState.ABANDONED, event);
    cause = Optional.empty();
    message = why;
  }

  Map<String, Double> metrics() {
    return latest;
  }

  /** A snapshot; the same object until the attempt changes. */
  Attempt snapshot() {
    if (snapshot.isEmpty()) {
      snapshot = Optional.of(copy());
    }
    return snapshot.get();
  }

  private Attempt copy() {
    return new Attempt(
        number,
        epoch,
        state,
        cause,
        message,
        started.slot(),
        started.host(),
        provenance.getOrDefault(Provenance.DEVICE, started.device()),
        started.time(),
        endedAt,
        lastStep,
        Map.copyOf(latest),
        provenance);
  }
}
