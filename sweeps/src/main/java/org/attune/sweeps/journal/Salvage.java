package org.attune.sweeps.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.WholeFile;

/**
 * All readable events in a sweep's journals, skipping damaged parts.
 *
 * @param latest number of the latest driver that left any file
 * @param epoch the latest readable record of an epoch
 * @param events in the order of the journals
 */
record Salvage(int latest, Optional<Epoch> epoch, List<Event> events) {

  /** Reads the files, and changes nothing. */
  static Salvage of(Storage storage) throws IOException {
    int latest = SweepLayout.latestLeft(storage);
    Optional<Epoch> epoch = Optional.empty();
    for (int number : SweepLayout.epochs(storage).descendingSet()) {
      try {
        epoch = epoch.isPresent() ? epoch : Optional.of(Epoch.read(storage, number));
      } catch (DamagedFileException | FileNotFoundException unreadable) {
        // The previous record has less, but it is valid.
      }
    }
    List<Event> events = new ArrayList<>();
    Optional<Restored> restored = epoch.flatMap(Epoch::restored);
    if (restored.isPresent()) {
      events.addAll(read(storage, restored.get().path(), restored.get().bytes()));
    }
    SortedMap<Integer, List<Event>> journals = new TreeMap<>();
    int first = restored.map(Restored::next).orElse(1);
    for (int number : SweepLayout.journals(storage).tailSet(first)) {
      List<Event> journal = read(storage, SweepLayout.journal(number), limit(epoch, number));
      int epochWithin = ofEpoch(journal).orElse(number);
      if (epochWithin != number) { // a file under another file's name has a different length
        journal = read(storage, SweepLayout.journal(number), Long.MAX_VALUE);
      }
      journals.computeIfAbsent(epochWithin, none -> new ArrayList<>()).addAll(journal);
    }
    journals.values().forEach(events::addAll);
    return new Salvage(latest, epoch, events);
  }

  /** The sweep's id; empty if no readable event tells it. */
  Optional<String> sweepId() {
    return events.stream()
        .filter(Event.Opened.class::isInstance)
        .map(opened -> ((Event.Opened) opened).header().sweepId())
        .findFirst();
  }

  /**
   * The current tables, if they can be found. Without a digest, readers see them, but no driver
   * inherits their rows: a rebuilt journal may settle rows in another order.
   *
   * @param most the number of events of the rebuilt journal
   */
  Optional<CurrentTables> tables(Storage storage, long most) {
    try {
      return epoch.isEmpty()
          ? Optional.empty()
          : epoch
              .get()
              .tablesInForce(storage)
              .map(
                  tables ->
                      new CurrentTables(
                          tables.manifest(), Optional.empty(), Math.min(most, tables.events())));
    } catch (IOException damaged) {
      return Optional.empty();
    }
  }

  private static long limit(Optional<Epoch> epoch, int journal) {
    return epoch
        .filter(record -> journal < record.number())
        .map(record -> record.limit(journal))
        .orElse(Long.MAX_VALUE);
  }

  /** The epoch that a journal claims to belong to. */
  private static Optional<Integer> ofEpoch(List<Event> journal) {
    return journal.stream()
        .findFirst()
        .filter(Event.Opened.class::isInstance)
        .map(opened -> ((Event.Opened) opened).epoch());
  }

  private static List<Event> read(Storage storage, String path, long limit) throws IOException {
    List<Event> events = new ArrayList<>();
    byte[] bytes;
    try (InputStream in = storage.open(path)) {
      int most = WholeFile.mostInMemory();
      bytes = in.readNBytes((int) Math.min(limit, most));
      if (bytes.length == most && in.read() >= 0) {
        throw new IOException(
            "Cannot repair %s/%s: it has more than the %,d bytes that fit this memory"
                .formatted(storage.describe(), path, most));
      }
    } catch (FileNotFoundException lost) {
      return events;
    }
    long sequence = 0;
    int at = Frames.MAGIC.length;
    long checked = 0; // bytes of what looked like a frame and was none
    while (at + Frames.HEADER_BYTES <= bytes.length) {
      long last = bytes.length / Frames.HEADER_BYTES;
      if (JournalReader.whole(bytes, at, sequence, last)) {
        int end = at + Frames.HEADER_BYTES + Frames.length(bytes, at);
        sequence = Frames.sequence(bytes, at) + 1;
        if (end > at + Frames.HEADER_BYTES) {
          int payload = at + Frames.HEADER_BYTES;
          EventGroup.readFrame(bytes, payload, end - payload, events);
        }
        at = end;
      } else {
        if (JournalReader.mayBegin(bytes, at, bytes.length, sequence, last)) {
          checked += Frames.length(bytes, at);
        }
        if (checked > JournalReader.MOST_CHECKED) {
          return events;
        }
        at++;
      }
    }
    return events;
  }
}
