package org.attune.jobs.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.sweep.FollowedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.LivingDriverException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.Request;
import org.attune.sweeps.store.RequestBox;

/**
 * Sends requests from another process to the driver that runs a sweep.
 *
 * @param patience how long to wait for an answer
 */
record LiveDriver(String directory, Duration patience) {

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The driver of the sweep in a directory, with a minute of patience. */
  LiveDriver(String directory) {
    this(directory, PATIENCE);
  }

  /** The outcome of a request. */
  enum Answer {
    /** The request has been fulfilled. */
    DONE,
    /** The driver has ended without fulfilling the request. */
    DRIVER_ENDED,
    /** The driver has read the request but has not fulfilled it yet. */
    NOT_YET,
    /** The driver has not read the request. */
    UNHEARD;

    /** The exit code of the command that asked: 1 if a living driver has not fulfilled it. */
    int exitCode() {
      return this == DONE || this == DRIVER_ENDED ? ExitCode.DONE : ExitCode.FAILED;
    }
  }

  /** Says that the driver did not answer while patience lasted. */
  String silence() {
    return "its driver has not answered for " + TimeText.of(patience);
  }

  /** Journals events for the next driver, where none lives. */
  void journal(List<Event> events) throws IOException {
    try (SweepJournal journal = SweepJournal.reopen(Sweeps.storage(directory))) {
      journal.append(events).join();
    } catch (LivingDriverException e) {
      throw new InputException(e.getMessage());
    } catch (CompletionException e) {
      Throwable reason = Optional.ofNullable(e.getCause()).orElse(e);
      throw new IOException("Cannot write the journal: " + reason.getMessage(), e);
    }
  }

  /** Posts a request that the driver fulfils as it reads it, and waits for that. */
  Answer tell(int epoch, Request request) throws IOException, InterruptedException {
    Storage storage = Sweeps.storage(directory);
    RequestBox box = new RequestBox(storage, epoch);
    String name = box.post(request);
    long end = System.nanoTime() + patience.toNanos();
    while (box.waits(name)) {
      if (!SweepJournal.driven(storage)) {
        box.withdraw(name);
        return Answer.DRIVER_ENDED;
      }
      if (System.nanoTime() > end) {
        return Answer.UNHEARD;
      }
      Thread.sleep(LOOK_EVERY.toMillis());
    }
    return Answer.DONE;
  }

  /**
   * Posts a request, then waits until it is fulfilled, the driver ends, or patience runs out.
   *
   * @param epoch the driver's epoch
   * @param happened whether a sweep shows that the request is fulfilled; this method detects the
   *     driver's end itself
   */
  Answer ask(int epoch, Request request, Predicate<SweepView> happened)
      throws IOException, InterruptedException {
    Storage storage = Sweeps.storage(directory);
    RequestBox box = new RequestBox(storage, epoch);
    String name = box.post(request);
    FollowedSweep sweep = FollowedSweep.in(directory);
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      boolean waits = box.waits(name);
      boolean lives = SweepJournal.driven(storage); // checked before the journal is read
      if (happened.test(sweep.look())) {
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
