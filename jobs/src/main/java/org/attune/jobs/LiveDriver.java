package org.attune.jobs;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.Request;
import org.attune.sweeps.store.RequestBox;
import org.attune.sweeps.store.Storage;

/** The driver that runs a sweep, asked for something from another process. */
final class LiveDriver {

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final String directory;
  private final Storage storage;
  private final Duration patience;

  /**
   * @param patience how long an answer is waited for
   */
  LiveDriver(String directory, Duration patience) {
    this.directory = directory;
    this.storage = Sweeps.storage(directory);
    this.patience = patience;
  }

  /** What came of a request. */
  enum Answer {
    /** What was asked for has happened. */
    DONE,
    /** The driver has ended, and what was asked for has not happened. */
    DRIVER_ENDED,
    /** The driver knows, but it has not happened yet. */
    NOT_YET,
    /** The driver has not even looked. */
    UNHEARD
  }

  /**
   * Asks, and waits until it has happened, the driver has ended, or patience ends.
   *
   * @param epoch of the driver
   * @param happened whether a sweep shows that it has; the driver's own end is told apart
   */
  Answer ask(int epoch, Request request, Predicate<SweepView> happened)
      throws IOException, InterruptedException {
    RequestBox box = new RequestBox(storage, epoch);
    String name = box.post(request);
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      boolean waits = box.waits(name);
      boolean lives = SweepJournal.driven(storage); // asked before the journal is read
      if (happened.test(Sweeps.read(directory))) {
        box.withdraw(name);
        return Answer.DONE;
      }
      if (!lives) {
        box.withdraw(name);
        return Answer.DRIVER_ENDED;
      }
      if (System.nanoTime() > end) {
        return waits ? Answer.UNHEARD : Answer.NOT_YET;
      }
      Thread.sleep(LOOK_EVERY.toMillis());
    }
  }
}
