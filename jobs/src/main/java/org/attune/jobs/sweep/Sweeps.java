package org.attune.jobs.sweep;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.io.function.IOSupplier;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.cluster.source.DirectoryNames;
import org.attune.cluster.store.Storages;
import org.attune.cluster.table.Manifest;
import org.attune.cluster.table.ManifestReader;
import org.attune.cluster.table.SurvivingTables;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepLayout;

/** Checks the directories that users name before anything uses them. */
public final class Sweeps {

  /** Without these tables 'repair' finds no trial. */
  private static final List<String> REBUILT_FROM = List.of("trials", "attempts");

  private Sweeps() {}

  /**
   * Whether a sweep is over: its tables were published after its end. A sweep has ended when all
   * trials have ended, or when a run used up its budget and the budget has not grown since.
   *
   * @throws org.attune.api.storage.DamagedFileException when the sweep's tables are damaged
   * @param ending what its scheduler says of it now
   */
  public static boolean isOver(Storage storage, SweepView sweep, Optional<Ending> ending)
      throws IOException {
    boolean usedUp = ending.filter(end -> end.kind() == Ending.Kind.BUDGET).isPresent();
    Optional<Instant> suspended =
        sweep.suspended().filter(end -> usedUp && end.budget()).map(Event.Suspended::time);
    Optional<Instant> over = sweep.completed().map(Event.Completed::time).or(() -> suspended);
    Optional<Instant> published = new ManifestReader(storage).read().map(Manifest::time);
    if (over.isEmpty() || published.isEmpty() || published.get().isBefore(over.get())) {
      return false;
    }
    SurvivingTables.requireWhole(storage);
    return true;
  }

  /** The state of the sweep in a directory. */
  public static SweepView read(String directory) throws IOException {
    return read(directory, () -> SweepJournal.read(storage(directory)));
  }

  /** The state of the sweep in a directory, read in a given way. */
  static SweepView read(String directory, IOSupplier<SweepView> reading) throws IOException {
    Storage storage = storage(directory);
    if (!SweepLayout.holdsSweep(storage)) {
      throw new InputException(noSweep(directory, storage));
    }
    if (SweepLayout.holdsTablesOnly(storage)) {
      String word = ShellWord.path(directory);
      throw new InputException(
          ("%s holds tables only, as published results do; query them: %s sql --out %s \"select *"
                  + " from results\"%s")
              .formatted(directory, Launcher.name(), word, rebuilding(directory)));
    }
    try {
      return reading.get();
    } catch (NoSweepException e) {
      throw new InputException(noSweep(directory, storage));
    }
  }

  /** How to make a sweep of tables alone; empty where they lack the trials. */
  private static String rebuilding(String directory) throws IOException {
    boolean whole =
        tables(directory)
            .filter(manifest -> manifest.tables().keySet().containsAll(REBUILT_FROM))
            .isPresent();
    return whole
        ? "; or rebuild a journal from them in a copy: %s repair COPY".formatted(Launcher.name())
        : "";
  }

  /**
   * Checks, before a repair, that a directory without a journal has the tables that one is rebuilt
   * from. Published results lack them, and a repair would leave a sweep without trials.
   */
  public static void requireRebuildable(String directory) throws IOException {
    Storage storage = storage(directory);
    Set<String> tables = SurvivingTables.of(storage).names();
    List<String> missing = REBUILT_FROM.stream().filter(name -> !tables.contains(name)).toList();
    if (!SweepLayout.holdsJournal(storage) && !tables.isEmpty() && !missing.isEmpty()) {
      throw new InputException(
          ("%s holds no journal, and none can be rebuilt: that needs the tables %s, and %s not"
                  + " there; query its tables: %s sql --out %s \"select * from results\"")
              .formatted(
                  directory,
                  String.join(" and ", REBUILT_FROM),
                  missing.size() == 1 ? missing.get(0) + " is" : "they are",
                  Launcher.name(),
                  ShellWord.path(directory)));
    }
  }

  /** The current tables of a sweep's directory; empty when none were published yet. */
  public static Optional<Manifest> tables(String directory) throws IOException {
    return new ManifestReader(storage(directory)).read();
  }

  /**
   * Whether a driver runs the sweep in a directory. Call this method before reading the sweep's
   * state: a live driver then ran the trials that the state shows as running. If locks cannot be
   * checked, the journal decides.
   */
  public static boolean driven(String directory) throws IOException {
    try {
      return SweepJournal.driven(storage(directory));
    } catch (IOException untried) {
      SweepView sweep = read(directory);
      return sweep.completed().isEmpty() && sweep.suspended().isEmpty();
    }
  }

  /** Whether the directories are, or may be, more than one sweep on this disk. */
  public static boolean areMany(String directories) throws IOException {
    Storage storage = storage(directories);
    return storage.localFolder().isEmpty() || !SweepLayout.holdsSweep(storage);
  }

  /** Checks, before Spark starts, that the directories can hold tables to query. */
  public static void requireTables(String directories) throws IOException {
    for (String directory : DirectoryNames.in(directories)) {
      if (directory.matches(".*[*?\\[{].*")) {
        continue;
      }
      Storage storage = storage(directory);
      if (!mayHoldSweep(storage)) {
        throw new InputException(noSweep(directory, storage));
      }
    }
  }

  /**
   * Whether a directory, or a folder directly in it, holds a sweep. A remote directory need only
   * exist.
   */
  private static boolean mayHoldSweep(Storage storage) throws IOException {
    Optional<Path> local = storage.localFolder();
    if (local.isEmpty() || SweepLayout.holdsSweep(storage)) {
      return storage.exists("");
    }
    return inside(storage, 1) > 0;
  }

  /** How many folders directly in a local one hold a sweep; it looks no further than for most. */
  private static int inside(Storage storage, int most) throws IOException {
    Optional<Path> local = storage.localFolder();
    int sweeps = 0;
    for (String folder : local.isPresent() ? storage.list("") : List.<String>of()) {
      if (MissingDirectory.holdsSweep(local.get().resolve(folder)) && ++sweeps == most) {
        break;
      }
    }
    return sweeps;
  }

  /** Why a directory that a user named is not a sweep's, and what to name. */
  public static String noSweep(String directory, Storage storage) throws IOException {
    int inside = inside(storage, Integer.MAX_VALUE);
    if (inside > 0) {
      return "%s holds no sweep itself; %s in it; name one. For a list: %s list runs %s"
          .formatted(
              directory,
              inside == 1 ? "a folder with one is" : inside + " folders with one are",
              Launcher.name(),
              ShellWord.path(directory));
    }
    if (storage.exists("")) {
      return directory + " holds no sweep; name the directory that 'attune run' wrote to.";
    }
    Optional<MissingDirectory> missing = MissingDirectory.of(directory, storage);
    String hint = missing.isPresent() ? missing.get().hint() : "";
    return "There is no directory %s%s"
        .formatted(directory, hint.isEmpty() ? "; name the one that 'attune run' wrote to." : hint);
  }

  /** The storage of a directory that the user named. */
  public static Storage storage(String directory) {
    try {
      return Storages.of(directory);
    } catch (IllegalArgumentException | IOException e) {
      throw new InputException(e.getMessage());
    }
  }
}
