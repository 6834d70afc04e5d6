package org.attune.sweeps.state;

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

  AttemptRecord(Event.Started started, int epoch, SharedFacts facts) {
    Map<String, String> provenance = facts.of(started.provenance());
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
   * Records a measurement, unless the same step or a later one is known: reports may arrive twice.
   */
  boolean measure(String name, long step, double value) {
    boolean fresh = latest.orElseThrow().put(name, step, value);
    measured |= fresh;
    return fresh;
  }

  void end(TrialState state, Event.Terminal event) {
    if (event instanceof Event.Finished finished) {
      end(state, event, "", finished.metrics(), finished.provenance());
    } else if (event instanceof Event.Stopped stopped) {
      end(state, event, stopped.reason(), stopped.metrics(), stopped.provenance());
    } else if (event instanceof Event.Failed failed) {
      end(state, event, failed.message(), Map.of(), failed.provenance());
    } else if (event instanceof Event.Abandoned abandoned) {
      end(state, event, abandoned.reason(), Map.of(), Map.of());
    } else if (event instanceof Event.Paused paused) {
      end(state, event, "paused at step " + paused.step(), Map.of(), Map.of());
    }
  }

  private void end(
      TrialState state,
      Event.Terminal event,
      String message,
      Map<String, Double> metrics,
      Map<String, String> facts) {
    Map<String, String> provenance =
        facts.isEmpty()
            ? known.provenance()
            : new Extended(known.provenance(), SharedFacts.ofSharedTexts(facts));
    known =
        new Attempt(
            known.number(),
            known.epoch(),
            state,
            event instanceof Event.Failed failed ? Optional.of(failed.cause()) : Optional.empty(),
            SharedText.of(message),
            known.slot(),
            known.host(),
            provenance.getOrDefault(Provenance.DEVICE, known.device()),
            known.startedAt(),
            Optional.of(event.time()),
            latest.orElseThrow().lastStep(),
            latest.orElseThrow().with(metrics),
            provenance);
    latest = Optional.empty();
    measured = false;
  }

  /** Records the end of an attempt that came too late, without its result. */
  void lose(Event.Terminal event, String why) {
    end(TrialState.ABANDONED, event);
    known = with(Optional.empty(), why, known.lastStep(), known.metrics());
  }

  Map<String, Double> metrics() {
    return snapshot().metrics();
  }

  /** A snapshot; the same object until the attempt changes. */
  Attempt snapshot() {
    if (measured) {
      LatestValues values = latest.orElseThrow();
      known = with(known.cause(), known.message(), values.lastStep(), values.with(Map.of()));
      measured = false;
    }
    return known;
  }

  private Attempt with(
      Optional<Cause> cause, String message, long lastStep, Map<String, Double> metrics) {
    return new Attempt(
        known.number(),
        known.epoch(),
        known.state(),
        cause,
        message,
        known.slot(),
        known.host(),
        known.device(),
        known.startedAt(),
        known.endedAt(),
        lastStep,
        metrics,
        known.provenance());
  }
}
