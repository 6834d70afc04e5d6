package org.attune.sweeps.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.store.SweepLayout;

/** Folds the journals of all epochs into a state. */
final class Replay {

  private final EventSink listener;
  private Optional<SweepState> state = Optional.empty();
  private Optional<String> lost = Optional.empty();
  private long lastBytes;
  private String reading = "";
  private int readingEpoch;
  private boolean atStart;
  private Optional<JournalReader> latest = Optional.empty(); // of the latest epoch's journal

  private Replay(EventSink listener) {
    this.listener = listener;
  }

  /**
   * Reads the valid events according to an epoch.
   *
   * @param listener receives each event, in order
   * @throws DamagedFileException if the journals lack events that other files show
   */
  static Replay of(Storage storage, Epoch epoch, EventSink listener) throws IOException {
    Evidence evidence = Evidence.of(storage, epoch);
    Replay replay = new Replay(listener);
    if (epoch.restored().isPresent()) {
      replay.readRestored(storage, epoch.restored().get());
    }
    int first = epoch.restored().map(Restored::next).orElse(1);
    for (Map.Entry<Integer, Long> sealed : epoch.sealed().tailMap(first).entrySet()) {
      if (sealed.getKey() < epoch.number() && sealed.getValue() > 0) {
        replay.read(storage, epoch, sealed.getKey());
      }
    }
    if (first <= epoch.number()) {
      replay.read(storage, epoch, epoch.number());
    }
    evidence.require(replay.state);
    return replay;
  }

  /**
   * Applies the events that the latest journal has had since it was last read.
   *
   * @throws IOException if it is shorter than it was, or damaged
   */
  void readOn() throws IOException {
    if (latest.isPresent()) {
      lastBytes = latest.get().readOn().bytes();
    }
  }

  /** The state; empty if no driver wrote a first event. */
  Optional<SweepState> state() {
    return state;
  }

  /** A message about the truncated tail of the last non-empty journal. */
  Optional<String> lost() {
    return lost;
  }

  /** The length of the latest epoch's journal when it was read; 0 if there was none. */
  long lastBytes() {
    return lastBytes;
  }

  private void read(Storage storage, Epoch epoch, int number) throws IOException {
    String path = SweepLayout.journal(number);
    String name = storage.describe() + "/" + path;
    lastBytes = 0;
    reading = name;
    readingEpoch = number;
    atStart = true;
    try {
      JournalReader reader =
          new JournalReader(name, () -> storage.open(path), epoch.limit(number), this::apply);
      latest = Optional.of(reader);
      JournalReader.Extent read = reader.readOn();
      lastBytes = read.bytes();
      lost = read.leftOut() == 0 ? Optional.empty() : Optional.of(describe(name, read.leftOut()));
    } catch (FileNotFoundException driverDiedFirst) {
      // The epoch began without writing an event, provided that no later epoch sealed any bytes of
      // it.
    }
    if (number < epoch.number() && lastBytes < epoch.limit(number)) {
      throw new CorruptJournalException(
          name,
          lastBytes,
          "it ends there, though %s says that it had %d bytes"
              .formatted(SweepLayout.epoch(epoch.number()), epoch.limit(number)));
    }
  }

  private void readRestored(Storage storage, Restored restored) throws IOException {
    String path = restored.path();
    String name = storage.describe() + "/" + path;
    JournalReader.Extent read;
    try {
      read = JournalReader.read(name, () -> storage.open(path), restored.bytes(), this::take);
    } catch (FileNotFoundException lost) {
      throw new DamagedFileException(storage, path, "is missing");
    }
    if (read.bytes() != restored.bytes() || read.leftOut() > 0) {
      throw new CorruptJournalException(
          name, read.bytes() - read.leftOut(), "it had %d bytes".formatted(restored.bytes()));
    }
  }

  private void take(Event event) throws IOException {
    listener.accept(event);
    if (state.isPresent()) {
      state.get().apply(event);
    } else {
      state = Optional.of(new SweepState((Event.Opened) event));
    }
  }

  private static String describe(String name, long bytes) {
    return "the last %d bytes of %s are left out: its driver ended before it acknowledged them"
        .formatted(bytes, name);
  }

  /** Takes an event of a driver's own journal, which starts with its epoch of this sweep. */
  private void apply(Event event) throws IOException {
    if (atStart && !opensThisEpoch(event)) {
      throw new CorruptJournalException(
          reading, 0, "it is the journal of another sweep, or of another of this sweep's drivers");
    }
    atStart = false;
    take(event);
  }

  private boolean opensThisEpoch(Event event) {
    return event instanceof Event.Opened opened
        && opened.epoch() == readingEpoch
        && state
            .map(past -> past.header().sweepId().equals(opened.header().sweepId()))
            .orElse(true);
  }
}
