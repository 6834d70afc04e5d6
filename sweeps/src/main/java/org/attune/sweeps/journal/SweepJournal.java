package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.store.Storage;

/** A sweep's journal, open in the driver that holds the latest epoch. */
public final class SweepJournal implements AutoCloseable {

  /**
   * Opens the sweep in a directory, or begins it, as its only driver.
   *
   * @throws OtherSweepException when the directory holds a sweep of another spec
   * @throws LivingDriverException when another driver is alive and {@code takeOver} is false
   */
  public static SweepJournal open(Storage storage, SweepHeader header, boolean takeOver)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Reads the state of the sweep in a directory and changes nothing. */
  public static SweepState read(Storage storage) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** The state after all events that are durable. */
  public SweepState state() {
    throw new UnsupportedOperationException();
  }

  /** This driver's epoch, from 1. */
  public int epoch() {
    throw new UnsupportedOperationException();
  }

  /** Appends an event; complete once it is durable and in the state. Never blocks. */
  public CompletableFuture<Void> append(Event event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
