package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.WholeFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results that executors left in a sweep's directory, as events.
 *
 * @param sweep the sweep's id; results of another sweep are not adopted
 */
record Envelopes(Storage storage, String sweep) {

  private static final Logger LOG = LoggerFactory.getLogger(Envelopes.class);

  /** An attempt's events; empty when it left no readable result. */
  Optional<List<Event.OfAttempt>> find(String trial, int attempt, int epoch) {
    String path = SweepLayout.envelope(epoch, trial, attempt);
    try {
      Envelope envelope = Envelope.read(bytes(storage, epoch, trial, attempt));
      if (!envelope.trial().equals(trial)
          || envelope.attempt() != attempt
          || envelope.epoch() != epoch) {
        throw new IOException("it is the result of another attempt");
      }
      if (!envelope.sweep().equals(sweep)) {
        throw new IOException("it is a result of the sweep " + envelope.sweep());
      }
      return Optional.of(events(envelope));
    } catch (FileNotFoundException none) {
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("Cannot read the result {}", path, e);
      return Optional.empty();
    }
  }

  /** The content of an attempt's envelope, or of that of an earlier version. */
  static byte[] bytes(Storage storage, long epoch, String trial, int attempt) throws IOException {
    try {
      return bytes(storage, SweepLayout.envelope(epoch, trial, attempt));
    } catch (FileNotFoundException none) {
      return bytes(storage, SweepLayout.earlierEnvelope(epoch, trial, attempt));
    }
  }

  /** The content of a result, which is as long as its program has reported. */
  static byte[] bytes(Storage storage, String path) throws IOException {
    return WholeFile.read(storage, path, WholeFile.mostInMemory());
  }

  /** The events of an envelope: its measurements, its files, and its end. */
  static List<Event.OfAttempt> events(Envelope envelope) {
    List<Event.OfAttempt> events =
        events(envelope.trial(), envelope.attempt(), envelope.samples(), envelope.files());
    events.add(envelope.toEvent());
    return events;
  }

  /**
   * The events of a running attempt's report.
   *
   * @param now when the driver received it
   */
  static List<Event.OfAttempt> events(SlotMessage.Report report, Instant now) {
    List<Event.OfAttempt> events =
        events(report.trial(), report.attempt(), report.samples(), report.files());
    if (!report.facts().isEmpty()) {
      events.add(0, new Event.Noted(report.trial(), report.attempt(), report.facts(), now));
    }
    return events;
  }

  /** The events of a running attempt: its measurements and its files; the list is modifiable. */
  static List<Event.OfAttempt> events(
      String trial, int attempt, List<Sample> samples, List<SavedFile> files) {
    List<Event.OfAttempt> events = new ArrayList<>();
    for (Sample sample : samples) {
      Instant time = Instant.ofEpochMilli(sample.time());
      events.add(
          new Event.Measured(
              trial, attempt, sample.step(), sample.values(), sample.report(), time));
    }
    for (SavedFile file : files) {
      String kind = file.damaged() ? Event.Checkpointed.DAMAGED : Event.Checkpointed.KIND;
      Instant time = Instant.ofEpochMilli(file.time());
      events.add(
          new Event.Checkpointed(
              trial, attempt, file.step(), kind, file.path(), file.bytes(), time));
    }
    return events;
  }
}
