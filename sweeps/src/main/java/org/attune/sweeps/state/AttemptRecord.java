package org.attune.sweeps.state;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
  private int reports;
  private String repeated = ""; // the first step that was reported again

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
   * @return those that are new: reports may arrive twice, so a number counts once. Of a report
   *     without a number, each metric counts where its step is later than all before
   */
  Map<String, Double> measure(Event.Measured event) {
    Map<String, Double> fresh = event.report() == 0 ? later(event) : unknown(event);
    if (!fresh.isEmpty()) {
      reports = event.report() == 0 ? reports + 1 : event.report();
      measured = true;
    }
    return fresh;
  }

  private Map<String, Double> later(Event.Measured event) {
    LatestValues values = latest.orElseThrow();
    Map<String, Double> fresh = event.values(); // nearly always all of them
    for (Map.Entry<String, Double> each : event.values().entrySet()) {
      if (!values.putIfLater(each.getKey(), event.step(), each.getValue())) {
        fresh = fresh == event.values() ? new HashMap<>(fresh) : fresh;
        fresh.remove(each.getKey());
      }
    }
    return fresh;
  }

  private Map<String, Double> unknown(Event.Measured event) {
    if (event.report() <= reports) {
      return Map.of();
    }
    LatestValues values = latest.orElseThrow();
    for (Map.Entry<String, Double> each : event.values().entrySet()) {
      OptionalLong before = values.put(each.getKey(), event.step(), each.getValue());
      if (repeated.isEmpty() && event.step() <= before.orElse(Long.MIN_VALUE)) {
        repeated = "step %d after step %d".formatted(event.step(), before.getAsLong());
      }
    }
    return event.values();
  }

  /** The number of the newest report, from 1; 0 before the first. */
  int reports() {
    return reports;
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
    Map<String, String> last = event.provenance();
    if (!repeated.isEmpty()) {
      last = new HashMap<>(last);
      last.put(Provenance.REPEATED, repeated);
    }
    Map<String, String> provenance =
        last.isEmpty()
            ? known.provenance()
            : new Extended(known.provenance(), SharedFacts.ofSharedTexts(last));
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
