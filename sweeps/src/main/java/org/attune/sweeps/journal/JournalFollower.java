package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.sweeps.state.SweepView;

/**
 * Looks at a sweep again and again without changes, whether or not a driver runs it. After the
 * first look it reads only what the journal has had since, until another driver begins an epoch.
 * For one thread.
 */
public final class JournalFollower {

  private final Storage storage;
  private Optional<Followed> followed = Optional.empty();

  private record Followed(Epoch epoch, Replay replay) {}

  /** Follows the sweep in a directory; reads nothing yet. */
  public JournalFollower(Storage storage) {
    this.storage = storage;
  }

  /**
   * The sweep now.
   *
   * @throws NoSweepException if there is none
   */
  public SweepView look() throws IOException {
    Epoch latest =
        Epoch.latest(storage).orElseThrow(() -> new NoSweepException(storage.describe()));
    if (followed.filter(known -> known.epoch().equals(latest)).isEmpty() || !readOn()) {
      followed = Optional.empty();
      followed = Optional.of(new Followed(latest, Replay.of(storage, latest, event -> {})));
    }
    return followed
        .get()
        .replay()
        .state()
        .orElseThrow(() -> new NoSweepException(storage.describe()))
        .view();
  }

  /** Whether the journal could be read on; otherwise reading it whole says what is wrong. */
  private boolean readOn() {
    try {
      followed.orElseThrow().replay().readOn();
      return true;
    } catch (IOException | RuntimeException lost) {
      return false;
    }
  }
}
