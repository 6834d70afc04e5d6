package org.attune.sweeps.journal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.FencedException;
import org.attune.sweeps.store.RequestBox;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.store.Storage.DriverLock;
import org.attune.sweeps.store.SweepLayout;

/**
 * A sweep's journal, open in the one driver that holds the latest epoch.
 *
 * <pre>{@code
 * try (SweepJournal journal = SweepJournal.open(storage, header, false)) {
 *   journal.append(new Event.Suggested(trial, 0, Instant.now())).join();
 *   journal.state().counts();
 * }
 * }</pre>
 */
public final class SweepJournal implements AutoCloseable {

  /** So many events of a restored journal become durable together. */
  private static final int EVENTS_A_FORCE = 10_000;

  private final Storage storage;
  private final Epoch epoch;
  private final DriverLock lock;
  private final SweepState state;
  private final Journal journal;
  private final Optional<String> lost;

  private SweepJournal(
      Storage storage,
      Epoch epoch,
      DriverLock lock,
      SweepState state,
      Journal journal,
      Optional<String> lost) {
    this.storage = storage;
    this.epoch = epoch;
    this.lock = lock;
    this.state = state;
    this.journal = journal;
    this.lost = lost;
  }

  /**
   * Opens the sweep in a directory, or begins it, as its only driver. Nothing is written when it is
   * refused.
   *
   * @param header of the spec to run; a sweep that was begun before keeps its own
   * @param takeOver whether to fence off a driver that is alive
   * @throws OtherSweepException when the directory holds a sweep of another spec, or on other data
   * @throws LivingDriverException when another driver is alive and {@code takeOver} is false, or
   *     when one takes over at the same moment
   * @throws CorruptJournalException when the journal was damaged
   */
  public static SweepJournal open(Storage storage, SweepHeader header, boolean takeOver)
      throws IOException {
    return open(storage, header, takeOver, event -> {});
  }

  /**
   * The same.
   *
   * @param past is told, in order, all events that hold, the {@link Event.Opened} of this driver
   *     the last of them
   */
  public static SweepJournal open(
      Storage storage, SweepHeader header, boolean takeOver, Consumer<Event> past)
      throws IOException {
    return open(storage, header, takeOver, false, past);
  }

  /**
   * The same; a sweep that was begun before may be given more to do, and what was run stays: see
   * {@link SweepHeader#extendsSweep}.
   *
   * @throws OtherSweepException when the header changes anything else
   */
  public static SweepJournal extend(
      Storage storage, SweepHeader header, boolean takeOver, Consumer<Event> past)
      throws IOException {
    return open(storage, header, takeOver, true, past);
  }

  private static SweepJournal open(
      Storage storage, SweepHeader header, boolean takeOver, boolean extend, Consumer<Event> past)
      throws IOException {
    Optional<Epoch> latest = Epoch.latest(storage);
    Optional<DriverLock> predecessor =
        latest.isPresent()
            ? storage.tryLock(SweepLayout.lock(latest.get().number()))
            : Optional.empty();
    try {
      Past heard = new Past(header, extend, past);
      Optional<Replay> before =
          latest.isPresent() ? Optional.of(past(storage, latest.get(), heard)) : Optional.empty();
      if (latest.isPresent() && predecessor.isEmpty() && !takeOver) {
        throw new LivingDriverException(storage.describe());
      }
      return begin(storage, latest, before, header, heard);
    } finally {
      if (predecessor.isPresent()) {
        predecessor.get().close();
      }
    }
  }

  /**
   * Opens a sweep that was begun before, as it was begun.
   *
   * @throws NoSweepException when there is none
   * @throws LivingDriverException when another driver is alive
   */
  public static SweepJournal reopen(Storage storage) throws IOException {
    return open(storage, read(storage).header(), false);
  }

  /**
   * Begins an epoch of a sweep whose journals are damaged or lost, with a journal that is put
   * together from what can be read of them and from what other files tell. Changes no file that is
   * there; until the epoch's record is there, nothing has happened.
   *
   * @throws LivingDriverException when a driver is alive
   * @throws NoSweepException when nothing tells what sweep it was
   */
  public static SweepJournal restore(Storage storage, SweepFacts facts) throws IOException {
    Salvage salvage = Salvage.of(storage);
    List<Event> events = Rebuilding.of(salvage.events(), facts);
    if (events.isEmpty()) {
      throw new NoSweepException(storage.describe());
    }
    int number = salvage.latest() + 1;
    try (DriverLock predecessor = lock(storage, salvage.latest())) {
      DriverLock lock = lock(storage, number);
      try {
        storage.seal(SweepLayout.journal(salvage.latest()));
        Restored restored = write(storage, events, number);
        SweepState state = new SweepState((Event.Opened) events.get(0));
        events.subList(1, events.size()).forEach(state::apply);
        Epoch epoch =
            new Epoch(
                number,
                new TreeMap<>(),
                survivingTables(storage, salvage, state.view().events()),
                Optional.of(restored),
                true);
        if (!epoch.begin(storage)) {
          throw new LivingDriverException(storage.describe());
        }
        SweepHeader header = state.header();
        Replay replay = Replay.of(storage, epoch);
        Past told = new Past(header, false, event -> {});
        return start(storage, epoch, lock, Optional.of(replay), header, told);
      } catch (IOException | RuntimeException failed) {
        lock.close();
        throw failed;
      }
    }
  }

  private static DriverLock lock(Storage storage, int epoch) throws IOException {
    return storage
        .tryLock(SweepLayout.lock(epoch))
        .orElseThrow(() -> new LivingDriverException(storage.describe()));
  }

  /** The tables in force, if they can be found, which show no more than the journal has now. */
  private static Optional<CurrentTables> survivingTables(
      Storage storage, Salvage salvage, long events) {
    try {
      return salvage.epoch().isEmpty()
          ? Optional.empty()
          : salvage
              .epoch()
              .get()
              .tablesInForce(storage)
              .map(
                  tables ->
                      new CurrentTables(
                          tables.manifest(), tables.sha256(), Math.min(events, tables.events())));
    } catch (IOException damaged) {
      return Optional.empty();
    }
  }

  private static Restored write(Storage storage, List<Event> events, int next) throws IOException {
    String path = SweepLayout.restoredJournal(next);
    try (Journal journal = new Journal(storage.append(path), "journal-restored", event -> {})) {
      for (int i = 0; i < events.size(); i += EVENTS_A_FORCE) {
        journal.append(events.subList(i, Math.min(i + EVENTS_A_FORCE, events.size()))).get();
      }
    } catch (ExecutionException failed) {
      throw new IOException("Cannot write the journal in " + storage.describe(), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while a journal was written");
    }
    return new Restored(path, storage.seal(path), next);
  }

  /**
   * All that was said, unless it is of another sweep: that shows in the first event. One that was
   * extended began as less than it is.
   */
  private static Replay past(Storage storage, Epoch epoch, Past heard) throws IOException {
    try {
      heard.again();
      Evidence evidence = Evidence.of(storage, epoch);
      Replay replay = Replay.of(storage, epoch, heard);
      Optional<SweepHeader> there = replay.state().map(SweepState::header);
      if (there.isPresent() && !heard.extend() && !heard.header().sameSweep(there.get())) {
        throw new OtherSweepException(storage.describe(), there.get(), heard.header(), false);
      }
      evidence.require(replay);
      return replay;
    } catch (Past.OtherSweep other) {
      throw new OtherSweepException(
          storage.describe(), other.header(), heard.header(), heard.extend());
    }
  }

  /**
   * Begins the next epoch.
   *
   * @param before what had been said when it was looked at
   */
  private static SweepJournal begin(
      Storage storage,
      Optional<Epoch> latest,
      Optional<Replay> before,
      SweepHeader header,
      Past heard)
      throws IOException {
    int number = latest.map(Epoch::number).orElse(0) + 1;
    DriverLock lock =
        storage
            .tryLock(SweepLayout.lock(number))
            .orElseThrow(() -> new LivingDriverException(storage.describe()));
    try {
      Epoch epoch = Epoch.next(storage, latest);
      if (!epoch.begin(storage)) {
        throw new LivingDriverException(storage.describe());
      }
      // A driver that lived on has said more by the time that it was sealed, and what a dead one
      // had sent to HDFS may have come to light.
      boolean more =
          before.isPresent() && before.get().lastBytes() != epoch.limit(epoch.number() - 1);
      Optional<Replay> all = more ? Optional.of(past(storage, epoch, heard)) : before;
      return start(storage, epoch, lock, all, header, heard);
    } catch (IOException | RuntimeException failed) {
      lock.close();
      throw failed;
    }
  }

  private static SweepJournal start(
      Storage storage,
      Epoch epoch,
      DriverLock lock,
      Optional<Replay> replay,
      SweepHeader header,
      Past heard)
      throws IOException {
    Optional<SweepState> past = replay.flatMap(Replay::state);
    Event.Opened opened =
        new Event.Opened(
            past.map(state -> state.header().resumedWith(header)).orElse(header),
            epoch.number(),
            Instant.now().truncatedTo(ChronoUnit.MICROS));
    SweepState state = past.orElseGet(() -> new SweepState(opened));
    epoch.nameTables(storage);
    Journal journal =
        new Journal(
            storage.append(SweepLayout.journal(epoch.number())),
            "journal-" + epoch.number(),
            state::apply);
    try {
      journal.append(List.of(opened)).get();
    } catch (ExecutionException | InterruptedException failed) {
      if (failed instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      journal.close();
      throw new IOException("Cannot write the journal in " + storage.describe(), failed);
    }
    heard.began(opened);
    return new SweepJournal(storage, epoch, lock, state, journal, replay.flatMap(Replay::lost));
  }

  /**
   * Reads the sweep in a directory and changes nothing, while a driver runs or not.
   *
   * @throws NoSweepException when there is none
   */
  public static SweepView read(Storage storage) throws IOException {
    return read(storage, event -> {});
  }

  /**
   * The same.
   *
   * @param past is told all events that hold, in order
   */
  public static SweepView read(Storage storage, Consumer<Event> past) throws IOException {
    Optional<Epoch> latest = Epoch.latest(storage);
    if (latest.isEmpty()) {
      throw new NoSweepException(storage.describe());
    }
    Evidence evidence = Evidence.of(storage, latest.get());
    Replay replay = Replay.of(storage, latest.get(), past);
    evidence.require(replay);
    return replay.state().orElseThrow(() -> new NoSweepException(storage.describe())).view();
  }

  /**
   * Whether a driver is running the sweep in a directory.
   *
   * @throws IOException when the directory cannot be read, or its locks not be tried
   */
  public static boolean driven(Storage storage) throws IOException {
    Optional<Epoch> latest = Epoch.latest(storage);
    if (latest.isEmpty()) {
      return false;
    }
    return storage.isLocked(SweepLayout.lock(latest.get().number()));
  }

  /**
   * The tables that readers use: the latest epoch's, or those it took over until it has published.
   *
   * @throws org.attune.sweeps.store.DamagedFileException when what names them is damaged or lost
   */
  public static Optional<CurrentTables> tablesInForce(Storage storage) throws IOException {
    while (true) {
      Optional<Epoch> latest = Epoch.latest(storage);
      if (latest.isEmpty()) {
        return Optional.empty();
      }
      Optional<CurrentTables> tables = latest.get().tablesInForce(storage);
      // A driver that was taken over may have published meanwhile, which nobody is to see.
      if (SweepLayout.latestEpoch(storage).equals(OptionalInt.of(latest.get().number()))) {
        return tables;
      }
    }
  }

  /** The state after all events that are durable; it follows as they are appended. */
  public SweepState state() {
    return state;
  }

  /** This driver's epoch, from 1. */
  public int epoch() {
    return epoch.number();
  }

  /**
   * What to tell the user about the end of the journal before this one: something of it is left
   * out, as its driver ended before it was on the disk and anybody was told. Mostly empty.
   */
  public Optional<String> lost() {
    return lost;
  }

  /** Whether no other driver has begun an epoch since. */
  public boolean isLatest() throws IOException {
    return Epoch.latest(storage).map(Epoch::number).equals(Optional.of(epoch.number()));
  }

  /**
   * Looks whether this driver still has the sweep. A driver that waits for its trials forces no
   * journal, and would not learn of it.
   *
   * @throws FencedException when another driver took over
   * @throws IOException when that cannot be found out now
   */
  public void requireLatest() throws IOException {
    boolean later = SweepLayout.latestEpoch(storage).orElse(0) > epoch.number();
    if (later || lock.lost()) {
      throw new FencedException("Another driver took over " + storage.describe());
    }
  }

  /** Makes tables those that readers of this epoch see. */
  public void nameTables(CurrentTables tables) throws IOException {
    storage.replace(
        SweepLayout.current(epoch.number()),
        CurrentTables.encode(Optional.of(tables), epoch.number()));
  }

  /** What users ask of this driver. */
  public RequestBox requests() {
    return new RequestBox(storage, epoch.number());
  }

  /** The tables that were in force when this epoch began. */
  public Optional<CurrentTables> inheritedTables() {
    return epoch.tables();
  }

  /**
   * Appends an event; complete once it is durable and in the state. Never blocks. What is chained
   * to the future may run on the journal's thread and must not wait for the journal.
   *
   * <p>Completes exceptionally when the journal cannot be written, and so does every later one:
   * with {@link FencedException} when another driver took over. The driver must then end.
   */
  public CompletableFuture<Void> append(Event event) {
    return journal.append(List.of(event));
  }

  /** Appends events in order, by one force: as {@link #append(Event)} does one. */
  public CompletableFuture<Void> append(List<Event> events) {
    return journal.append(events);
  }

  /** Waits until all that was appended is durable, and lets another driver open the sweep. */
  @Override
  public void close() throws IOException {
    try {
      journal.close();
    } finally {
      lock.close();
    }
  }
}
