package org.attune.sweeps.journal;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.store.SweepLayout;

/**
 * A journal that {@code attune repair} wrote to replace all earlier ones.
 *
 * @param path of the file, which never grows
 * @param bytes its length
 * @param next the first epoch whose own journal is valid again
 */
record Restored(@JsonProperty("journal") String path, long bytes, int next) {

  /** The number of events that share one force. */
  private static final int EVENTS_A_FORCE = 10_000;

  /** Writes events as a new journal that replaces those before an epoch's. */
  static Restored write(Storage storage, List<Event> events, int next) throws IOException {
    String path = SweepLayout.restoredJournal(next);
    try (Journal journal = new Journal(storage.append(path), "journal-restored", event -> {})) {
      for (int i = 0; i < events.size(); i += EVENTS_A_FORCE) {
        journal.appendAndWait(
            events.subList(i, Math.min(i + EVENTS_A_FORCE, events.size())), storage);
      }
    }
    return new Restored(path, storage.seal(path), next);
  }
}
