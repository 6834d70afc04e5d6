package org.attune.sweeps.state;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.SharedText;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;

/**
 * The mutable record of an attempt: what is known of it, and while it runs, its latest values. An
 * ended attempt holds only its snapshot, because a sweep has a million of them.
 */
final class AttemptRecord {

  private Attempt known;
  private Optional<LatestValues> latest = Optional.of(new LatestValues());
  private boolean measured; // since the snapshot

  AttemptRecord(Event.Started started, int epoch, Map<String, String> provenance) {
    this.known =
        new Attempt(
            started.attempt(),
            epoch,
            TrialState.RUNNING,
            Optional.empty(),
            "",
            SharedText.of(started.slot()),
            SharedText.of(started.host()),
            provenance.getOrDefault(Provenance.DEVICE, SharedText.of(started.device())),
            started.time(),
            Optional.empty(),
            0,
            Map.of(),
            provenance);
  }

  int number() {
    return known.number();
  }

  TrialState state() {
    return known.state();
  }

  /**
   * Records measurements.
   *
   * @return those that are new: reports may arrive twice, so of each metric a step counts once, and
   *     no step before it
   */
  Map<String, Double> measure(Event.Measured event) {
    LatestValues values = latest.orElseThrow();
    Map<String, Double> fresh = event.values(); // nearly always all of them
    for (Map.Entry<String, Double> each : event.values().entrySet()) {
      if (!values.put(each.getKey(), event.step(), each.getValue())) {
        fresh = fresh == event.values() ? new HashMap<>(fresh) : fresh;
        fresh.remove(each.getKey());
      }
    }
    measured |= !fresh.isEmpty();
    return fresh;
  }

  /**
   * Replaces its provenance, and takes in what was measured.
   *
   * @param provenance what was known, and more
   */
  void note(Map<String, String> provenance) {
    known =
        with(known.state(), known.cause(), known.message(), known.endedAt(), Map.of(), provenance);
    measured = false;
  }

  /** Ends the attempt in a state, with a message for people. */
  void end(TrialState state, Event.Terminal event, String message) {
    Optional<Cause> cause =
        state == TrialState.FAILED && event instanceof Event.Failed failed
            ? Optional.of(failed.cause())
            : Optional.empty();
    Map<String, String> provenance =
        event.provenance().isEmpty()
            ? known.provenance()
            : new Extended(known.provenance(), SharedFacts.ofSharedTexts(event.provenance()));
    known =
        with(
            state,
            cause,
            SharedText.of(message),
            Optional.of(event.time()),
            event.metrics(),
            provenance);
    latest = Optional.empty();
    measured = false;
  }

  Map<String, Double> metrics() {
    return snapshot().metrics();
  }

  /** A snapshot; the same object until the attempt changes. */
  Attempt snapshot() {
    if (measured) {
      note(known.provenance());
    }
    return known;
  }

  private Attempt with(
      TrialState state,
      Optional<Cause> cause,
      String message,
      Optional<Instant> endedAt,
      Map<String, Double> finalMetrics,
      Map<String, String> provenance) {
    LatestValues values = latest.orElseThrow();
    return new Attempt(
        known.number(),
        known.epoch(),
        state,
        cause,
        message,
        known.slot(),
        known.host(),
        provenance.getOrDefault(Provenance.DEVICE, known.device()),
        known.startedAt(),
        endedAt,
        values.lastStep(),
        values.with(finalMetrics),
        provenance);
  }
}
