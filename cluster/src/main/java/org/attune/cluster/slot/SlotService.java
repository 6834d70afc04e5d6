package org.attune.cluster.slot;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.slot.SlotMessage.Station;

/**
 * A slot's side of its talk with the driver: it arrives, then pulls trials and runs them, until the
 * driver dismisses it.
 *
 * @param run the run that the slot serves
 * @param number the slot's number, unique within the run
 * @param work the code that runs a trial
 * @param storage the sweep's directory
 * @param driver receives the slot's messages
 * @param cutShort whether something outside has ended the slot; its attempt then leaves no result
 */
record SlotService(
    ServedRun run,
    long number,
    TrialWork work,
    Storage storage,
    AttemptRun.Driver driver,
    BooleanSupplier cutShort) {

  /**
   * Serves until the driver dismisses the slot.
   *
   * @param station where the slot is
   * @param gpus that its trials may use
   * @param check runs after each trial, and throws when the slot can run no further one
   */
  void serve(Station station, Gpus gpus, Runnable check) throws Exception {
    SlotReply reply = driver.ask(new SlotMessage.Arrive(run.id(), number, station));
    while (!(reply instanceof SlotReply.Quit)) {
      reply = driver.ask(new SlotMessage.Pull(run.id(), number));
      if (reply instanceof SlotReply.Wait wait) {
        pause(wait.micros());
      } else if (reply instanceof SlotReply.Assignment assignment) {
        Envelope envelope =
            new AttemptRun(run, number, assignment.on(gpus), storage, driver, cutShort).run(work);
        driver.ask(new SlotMessage.Done(run.id(), number, envelope));
        check.run();
      }
    }
  }

  /** Sleeps, even for less than a millisecond, which Thread.sleep cannot. */
  private static void pause(long micros) throws InterruptedException {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
    if (Thread.interrupted()) {
      throw new InterruptedException("the slot was ended");
    }
  }
}
