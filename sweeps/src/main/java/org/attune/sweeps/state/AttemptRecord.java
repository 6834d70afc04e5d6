package org.attune.sweeps.state;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.SharedText;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.trial.Cause;

/** The mutable record of an attempt. */
final class AttemptRecord {

  final int number;
  private final int epoch;
  private final String slot;
  private final String host;
  private final String device;
  private final Instant startedAt;
  private Map<String, Double> latest = new HashMap<>(4); // immutable once the attempt has ended
  private Map<String, Long> stepOfLatest = new HashMap<>(4); // empty then
  private TrialState state = TrialState.RUNNING;
  private Optional<Cause> cause = Optional.empty();
  private String message = "";
  private Optional<Instant> endedAt = Optional.empty();
  private long lastStep;
  private Map<String, String> provenance;
  private Optional<Attempt> snapshot = Optional.empty();

  AttemptRecord(Event.Started started, int epoch, SharedFacts facts) {
    this.number = started.attempt();
    this.epoch = epoch;
    this.slot = SharedText.of(started.slot());
    this.host = SharedText.of(started.host());
    this.device = SharedText.of(started.device());
    this.startedAt = started.time();
    this.provenance = facts.of(started.provenance());
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
      extend(finished.provenance());
    } else if (event instanceof Event.Stopped stopped) {
      latest.putAll(stopped.metrics());
      extend(stopped.provenance());
      message = stopped.reason();
    } else if (event instanceof Event.Failed failed) {
      cause = Optional.of(failed.cause());
      message = failed.message();
    } else if (event instanceof Event.Abandoned abandoned) {
      message = abandoned.reason();
    } else if (event instanceof Event.Paused paused) {
      message = "paused at step " + paused.step();
    }
    message = SharedText.of(message);
    latest = Map.copyOf(latest);
    stepOfLatest = Map.of();
  }

  private void extend(Map<String, String> facts) {
    if (!facts.isEmpty()) {
      provenance = new Extended(provenance, SharedFacts.ofSharedTexts(facts));
    }
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
        slot,
        host,
        provenance.getOrDefault(Provenance.DEVICE, device),
        startedAt,
        endedAt,
        lastStep,
        Map.copyOf(latest),
        provenance);
  }
}
