package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.attune.api.storage.FencedException;
import org.attune.api.storage.Storage;
import org.attune.api.storage.Storage.DriverLock;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.RequestBox;
import org.attune.sweeps.store.SweepLayout;

/**
 * A sweep's journal, open in the one driver that holds the latest epoch.
 *
 * <pre>{@code
 * try (SweepJournal journal = SweepJournal.open(storage, header, false)) {
 *   journal.append(new Event.Suggested(trial, 0, clock.instant())).join();
 *   journal.state().counts();
 * }
 * }</pre>
 */
public final class SweepJournal implements AutoCloseable {

  private final Storage storage;
  private final Epoch epoch;
  private final DriverLock lock;
  private final SweepState state;
  private final Journal journal;
  private final Optional<String> lost;

  private SweepJournal(Storage storage, Opening.Begun begun) {
    this.storage = storage;
    this.epoch = begun.epoch();
    this.lock = begun.lock();
    this.state = begun.state();
    this.journal = begun.journal();
    this.lost = begun.lost();
  }

  /**
   * Opens or creates the sweep in a directory, as its only driver. Writes nothing if it refuses.
   *
   * @param header of the spec to run; an existing sweep keeps its own
   * @param takeOver whether to fence a live driver
   * @throws OtherSweepException if the directory contains a sweep of another spec, or on other data
   * @throws LivingDriverException if another driver is alive and {@code takeOver} is false, or if
   *     one takes over at the same moment
   * @throws CorruptJournalException if the journal is damaged
   */
  public static SweepJournal open(Storage storage, SweepHeader header, boolean takeOver)
      throws IOException {
    return open(storage, header, takeOver, event -> {});
  }

  /**
   * Like {@link #open(Storage, SweepHeader, boolean)}, and passes on past events.
   *
   * @param past receives all valid events in order, up to and including this driver's {@link
   *     Event.Opened}
   */
  public static SweepJournal open(
      Storage storage, SweepHeader header, boolean takeOver, Consumer<Event> past)
      throws IOException {
    return new SweepJournal(storage, new Opening(storage, header, false, past).open(takeOver));
  }

  /**
   * Like {@code open}, but the spec may extend an existing sweep, whose trials stay: see {@link
   * SweepHeader#extendsSweep}.
   *
   * @throws OtherSweepException if the header changes anything else
   */
  public static SweepJournal extend(
      Storage storage, SweepHeader header, boolean takeOver, Consumer<Event> past)
      throws IOException {
    return new SweepJournal(storage, new Opening(storage, header, true, past).open(takeOver));
  }

  /**
   * Reads the sweep in a directory, which {@code open} or {@code extend} would resume, and leaves
   * nothing behind. A driver may be running it.
   *
   * @param extend whether the header may extend the existing sweep
   * @param past receives all valid events, in order
   * @return the sweep in the directory; empty if there is none yet
   * @throws OtherSweepException as {@code open} and {@code extend} throw it
   */
  public static Optional<SweepView> check(
      Storage storage, SweepHeader header, boolean extend, Consumer<Event> past)
      throws IOException {
    Optional<Epoch> latest = Epoch.latest(storage);
    return latest.isEmpty()
        ? Optional.empty()
        : new Past(storage, header, extend, past)
            .replay(latest.get())
            .state()
            .map(SweepState::view);
  }

  /**
   * Opens an existing sweep with its own header.
   *
   * @throws NoSweepException if there is none
   * @throws LivingDriverException if another driver is alive
   */
  public static SweepJournal reopen(Storage storage) throws IOException {
    return open(storage, read(storage).header(), false);
  }

  /** The sweep's id, from the readable part of damaged journals. */
  public static Optional<String> salvagedId(Storage storage) throws IOException {
    return Salvage.of(storage).sweepId();
  }

  /**
   * Begins an epoch of a sweep whose journals are damaged or lost. The new journal is reconstructed
   * from their readable parts and from other files. Changes no existing file; nothing takes effect
   * until the epoch's record exists.
   *
   * @throws LivingDriverException if a driver is alive
   * @throws NoSweepException if nothing identifies the sweep
   */
  public static SweepJournal restore(Storage storage, SweepFacts facts) throws IOException {
    return new SweepJournal(storage, Opening.restore(storage, facts));
  }

  /**
   * Reads the sweep in a directory without changes, whether or not a driver is running.
   *
   * @throws NoSweepException if there is none
   */
  public static SweepView read(Storage storage) throws IOException {
    return read(storage, event -> {});
  }

  /**
   * Like {@link #read(Storage)}, and passes on past events.
   *
   * @param past receives all valid events, in order
   */
  public static SweepView read(Storage storage, Consumer<Event> past) throws IOException {
    Epoch latest =
        Epoch.latest(storage).orElseThrow(() -> new NoSweepException(storage.describe()));
    return Replay.of(storage, latest, past::accept)
        .state()
        .orElseThrow(() -> new NoSweepException(storage.describe()))
        .view();
  }

  /**
   * Whether a driver is running the sweep in a directory.
   *
   * @throws IOException if the directory cannot be read, or its locks cannot be tested
   */
  public static boolean driven(Storage storage) throws IOException {
    Optional<Epoch> latest = Epoch.latest(storage);
    return latest.isPresent() && storage.isLocked(SweepLayout.lock(latest.get().number()));
  }

  /**
   * The tables that readers use: the latest epoch's, or those it inherited until it publishes.
   *
   * @throws org.attune.api.storage.DamagedFileException if the file that names them is damaged or
   *     lost
   */
  public static Optional<CurrentTables> tablesInForce(Storage storage) throws IOException {
    while (true) {
      Optional<Epoch> latest = Epoch.latest(storage);
      if (latest.isEmpty()) {
        return Optional.empty();
      }
      Optional<CurrentTables> tables = latest.get().tablesInForce(storage);
      // A fenced driver may have published meanwhile; readers must not see its tables.
      if (SweepLayout.latestEpoch(storage).equals(OptionalInt.of(latest.get().number()))) {
        return tables;
      }
    }
  }

  /** The state after all durable events; it advances as events become durable. */
  public SweepState state() {
    return state;
  }

  /** This driver's epoch, from 1. */
  public int epoch() {
    return epoch.number();
  }

  /**
   * A message for the user about the previous journal's truncated tail: its driver ended before
   * those events were durable and acknowledged. Usually empty.
   */
  public Optional<String> lost() {
    return lost;
  }

  /** Whether no other driver has begun an epoch since. */
  public boolean isLatest() throws IOException {
    return Epoch.latest(storage).map(Epoch::number).equals(Optional.of(epoch.number()));
  }

  /**
   * Checks that this driver still holds the sweep. A driver that waits for its trials forces no
   * journal, so it would not notice a takeover otherwise.
   *
   * @throws FencedException if another driver took over
   * @throws IOException if that cannot be determined now
   */
  public void requireLatest() throws IOException {
    boolean later = SweepLayout.latestEpoch(storage).orElse(0) > epoch.number();
    if (later || lock.lost()) {
      throw new FencedException("Another driver took over " + storage.describe());
    }
  }

  /** Makes these tables current for readers of this epoch. */
  public void nameTables(CurrentTables tables) throws IOException {
    storage.replace(
        SweepLayout.current(epoch.number()),
        CurrentTables.encode(Optional.of(tables), epoch.number()));
  }

  /** The requests of users to this driver. */
  public RequestBox requests() {
    return new RequestBox(storage, epoch.number());
  }

  /** The current tables when this epoch began. */
  public Optional<CurrentTables> inheritedTables() {
    return epoch.tables();
  }

  /**
   * Appends an event; completes once the event is durable and in the state. Never blocks. Actions
   * chained to the future may run on the journal's thread and must not wait for the journal.
   *
   * <p>Completes exceptionally if the journal cannot be written, and so does every later call: with
   * {@link FencedException} if another driver took over. The driver must then end.
   */
  public CompletableFuture<Void> append(Event event) {
    return journal.append(List.of(event));
  }

  /** Appends events in order with one force, like {@link #append(Event)}. */
  public CompletableFuture<Void> append(List<Event> events) {
    return journal.append(events);
  }

  /** Waits until all appended events are durable, then lets another driver open the sweep. */
  @Override
  public void close() throws IOException {
    try {
      journal.close();
    } finally {
      lock.close();
    }
  }
}
