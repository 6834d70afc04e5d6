package org.attune.sweeps.journal;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.attune.api.storage.Storage;
import org.attune.api.storage.Storage.DriverLock;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.store.SweepLayout;

/**
 * Opens a sweep as its only driver: it replays the past, fences earlier drivers, begins an epoch.
 */
final class Opening {

  /**
   * An epoch that a driver has begun.
   *
   * @param lock of the driver
   * @param state after all events so far
   * @param lost a message about a truncated tail of the journals before
   */
  record Begun(
      Epoch epoch, DriverLock lock, SweepState state, Journal journal, Optional<String> lost) {}

  private final Storage storage;
  private final SweepHeader header;
  private final Past past;

  /**
   * @param header of the spec to run
   * @param extend whether the spec may be larger than that of an existing sweep
   * @param listener receives all past events, and this driver's first
   */
  Opening(Storage storage, SweepHeader header, boolean extend, Consumer<Event> listener) {
    this.storage = storage;
    this.header = header;
    this.past = new Past(storage, header, extend, listener);
  }

  /** Opens or creates the sweep: see {@link SweepJournal#open}. */
  Begun open(boolean takeOver) throws IOException {
    Optional<Epoch> latest = Epoch.latest(storage);
    Optional<DriverLock> predecessor =
        latest.isPresent()
            ? storage.tryLock(SweepLayout.lock(latest.get().number()))
            : Optional.empty();
    try {
      Optional<Replay> before =
          latest.isPresent() ? Optional.of(past.replay(latest.get())) : Optional.empty();
      if (latest.isPresent() && predecessor.isEmpty() && !takeOver) {
        throw LivingDriverException.of(storage);
      }
      return locked(
          storage, latest.map(Epoch::number).orElse(0) + 1, lock -> begin(lock, latest, before));
    } finally {
      if (predecessor.isPresent()) {
        predecessor.get().close();
      }
    }
  }

  /** Begins an epoch of a sweep whose journals are damaged: see {@link SweepJournal#restore}. */
  static Begun restore(Storage storage, SweepFacts facts) throws IOException {
    Salvage salvage = Salvage.of(storage);
    List<Event> events = Rebuilding.of(salvage.events(), facts);
    if (events.isEmpty()) {
      throw new NoSweepException(storage.describe());
    }
    int number = salvage.latest() + 1;
    try (DriverLock predecessor = lock(storage, salvage.latest())) {
      return locked(
          storage,
          number,
          lock -> {
            storage.seal(SweepLayout.journal(salvage.latest()));
            Restored restored = Restored.write(storage, events, number);
            SweepState state = new SweepState((Event.Opened) events.get(0));
            events.subList(1, events.size()).forEach(state::apply);
            Optional<CurrentTables> tables = salvage.tables(storage, state.view().events());
            Epoch epoch = new Epoch(number, new TreeMap<>(), tables, Optional.of(restored), true);
            Opening opening = new Opening(storage, state.header(), false, event -> {});
            opening.create(epoch);
            return opening.start(epoch, lock, Optional.of(opening.past.replay(epoch)));
          });
    }
  }

  private static DriverLock lock(Storage storage, int epoch) throws IOException {
    return storage
        .tryLock(SweepLayout.lock(epoch))
        .orElseThrow(() -> LivingDriverException.of(storage));
  }

  private interface Beginning {
    Begun with(DriverLock lock) throws IOException;
  }

  /** Begins an epoch with its driver's lock, which is released if that fails. */
  private static Begun locked(Storage storage, int epoch, Beginning beginning) throws IOException {
    DriverLock lock = lock(storage, epoch);
    try {
      return beginning.with(lock);
    } catch (IOException | RuntimeException failed) {
      lock.close();
      throw failed;
    }
  }

  /**
   * Begins the next epoch.
   *
   * @param before the replay of the events seen before sealing
   */
  private Begun begin(DriverLock lock, Optional<Epoch> latest, Optional<Replay> before)
      throws IOException {
    Epoch epoch = Epoch.next(storage, latest);
    create(epoch);
    // A driver that stayed alive may have written more before the seal, and a dead driver's
    // writes to HDFS may have appeared late. It may also have completed, in the middle of the
    // read, a frame that looks torn.
    boolean more =
        before.isPresent()
            && (before.get().lastBytes() != epoch.limit(epoch.number() - 1)
                || before.get().lost().isPresent());
    return start(epoch, lock, more ? Optional.of(past.replay(epoch)) : before);
  }

  private void create(Epoch epoch) throws IOException {
    if (!epoch.begin(storage)) {
      throw LivingDriverException.of(storage);
    }
  }

  private Begun start(Epoch epoch, DriverLock lock, Optional<Replay> replay) throws IOException {
    Optional<SweepState> before = replay.flatMap(Replay::state);
    Event.Opened opened =
        new Event.Opened(
            before.map(state -> state.header().resumedWith(header)).orElse(header),
            epoch.number(),
            SteadyClock.ofProcess().instant().truncatedTo(ChronoUnit.MICROS));
    SweepState state = before.orElseGet(() -> new SweepState(opened));
    epoch.nameTables(storage);
    Journal journal =
        new Journal(
            storage.append(SweepLayout.journal(epoch.number())),
            "journal-" + epoch.number(),
            state::apply);
    try {
      journal.appendAndWait(List.of(opened), storage);
    } catch (IOException failed) {
      journal.close();
      throw failed;
    }
    past.began(opened);
    return new Begun(epoch, lock, state, journal, replay.flatMap(Replay::lost));
  }
}
