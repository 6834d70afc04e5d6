package org.attune.sweeps.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.store.Storage;

/** Folds the journals of all epochs into a state. */
final class Replay {

  private SweepState state;

  private Replay() {}

  /** The state as an epoch sees it; empty when no driver got as far as its first event. */
  static Optional<SweepState> state(Storage storage, Epoch epoch) throws IOException {
    Replay replay = new Replay();
    for (int number = 1; number <= epoch.number(); number++) {
      replay.read(storage, Epoch.journalPath(number), epoch.limit(number));
    }
    return Optional.ofNullable(replay.state);
  }

  private void read(Storage storage, String path, long limit) throws IOException {
    try (InputStream in = storage.open(path)) {
      JournalReader.read(storage.describe() + "/" + path, in, limit, this::apply);
    } catch (FileNotFoundException driverDiedFirst) {
      // The epoch was begun, but nothing was said in it.
    }
  }

  private void apply(Event event) {
    if (state != null) {
      state.apply(event);
    } else if (event instanceof Event.Opened opened) {
      state = new SweepState(opened);
    } else {
      throw new IllegalStateException("A journal began with " + event);
    }
  }
}
