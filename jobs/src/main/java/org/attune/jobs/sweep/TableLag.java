package org.attune.jobs.sweep;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.table.Tables;

/** How far a sweep's published tables are behind its journal: a line for people who query them. */
public final class TableLag {

  /** How to get tables that a driver left behind: the next one publishes as it begins. */
  public static final String REMEDY = "run the sweep's command again to write them";

  private TableLag() {}

  /**
   * The time of the tables, how many events and results they lack, and how to get them. Empty if
   * they lack none, and if they have all trials of a complete sweep: what came later concerns no
   * result.
   *
   * @param driven whether a driver is alive, which publishes them again
   */
  public static Optional<String> of(SweepView sweep, Manifest tables, boolean driven) {
    long later = sweep.events() - tables.events();
    return later <= 0 || sweep.completed().isPresent() && hasAllTrials(sweep, tables)
        ? Optional.empty()
        : Optional.of(
            "tables as of %s: %s %s not in them%s%s"
                .formatted(
                    time(tables),
                    Counted.of(later, "later event"),
                    later == 1 ? "is" : "are",
                    results(sweep, tables),
                    driven ? "" : "; " + REMEDY));
  }

  private static String results(SweepView sweep, Manifest tables) {
    Manifest.TableVersion trials = tables.tables().get(Tables.TRIALS);
    int later = sweep.settledTrials().size() - (trials == null ? 0 : trials.settledRows());
    return later <= 0
        ? ""
        : ", with the %s of %s"
            .formatted(later == 1 ? "result" : "results", Counted.of(later, "trial"));
  }

  /** When the tables were published, to the second. */
  public static Instant time(Manifest tables) {
    return tables.time().truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * The line on the sweep in a directory. Empty unless the directory is one sweep on this disk
   * whose journal can be read: tables can be queried without it. The journal is read only if it was
   * written after the tables.
   */
  public static Optional<String> of(String directory) throws IOException {
    if (Sweeps.areMany(directory)) {
      return Optional.empty();
    }
    Storage storage = Sweeps.storage(directory);
    Optional<Manifest> tables = Sweeps.tables(directory);
    if (tables.isEmpty() || !writtenSince(tables.get().time(), storage)) {
      return Optional.empty();
    }
    try {
      boolean driven = Sweeps.driven(directory);
      return of(SweepJournal.read(storage), tables.get(), driven);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static boolean hasAllTrials(SweepView sweep, Manifest tables) {
    return sweep.trials().stream()
        .flatMap(trial -> trial.attempts().stream())
        .flatMap(attempt -> attempt.endedAt().stream())
        .noneMatch(tables.time()::isBefore);
  }

  private static boolean writtenSince(Instant time, Storage storage) {
    Path sweep = storage.localFolder().orElseThrow();
    File[] journals = sweep.resolve(SweepLayout.JOURNALS).toFile().listFiles();
    return journals != null
        && Stream.of(journals).anyMatch(file -> file.lastModified() > time.toEpochMilli());
  }
}
