package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.cluster.table.TablesCopy;
import org.attune.jobs.claims.ClaimRecord;
import org.attune.jobs.claims.StoredTable;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.store.LocalStorage;

/**
 * The raw results of tables beside their pages: one small folder per table, with one row per trial,
 * which {@code attune sql --out FOLDER/data} reads, the sweep file, and the record of claims.
 *
 * @param folder of the pages
 */
record RawResults(Path folder) {

  /** The folder of all tables' results, in the folder of the pages. */
  static final String DATA = "data";

  /** Stored: a row per trial, and the sweep's provenance. */
  private static final List<String> TABLES = List.of("results", "sweeps");

  /** The record of a table's claims; without lines if there is none. */
  ClaimRecord record(String table) throws IOException {
    return ClaimRecord.read(of(table));
  }

  private Path of(String table) {
    return folder.resolve(DATA).resolve(table).toAbsolutePath();
  }

  /** Stores a table's sweep file and record beside its results. */
  void store(String table, SpecCopy file, ClaimRecord record) throws IOException {
    file.write(new LocalStorage(of(table)));
    record.write(of(table));
  }

  /** Replaces the stored results of a table, unless they lie in the directory itself. */
  void store(String table, String directory) throws IOException {
    replace(of(table), directory);
  }

  /** Stores the results and the sweep file of a table's ladder beside the table's results. */
  void storeLadder(String table, String directory) throws IOException {
    Path target = of(table).resolve(StoredTable.LADDER);
    replace(target, directory);
    Optional<SpecCopy> file = SpecCopy.read(Sweeps.storage(directory));
    if (file.isPresent()) {
      file.get().write(new LocalStorage(target));
    }
  }

  /** The claims of a table as its stored ladder predicts them; empty if none is stored. */
  Optional<PredictedClaims> predicted(ReproducedTable table, AxisCatalog catalog)
      throws IOException, SpecException {
    return StoredTable.predicted(
        of(table.table().key()), table.facts().spec(), table.facts().data(), catalog);
  }

  /** A table's results leave those of its ladder, in the folder below. */
  private static void replace(Path target, String directory) throws IOException {
    if (Path.of(directory).toAbsolutePath().normalize().equals(target.normalize())) {
      return;
    }
    if (Files.exists(target)) {
      try (Stream<Path> files = Files.walk(target)) {
        Path ladder = target.resolve(StoredTable.LADDER);
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          if (!file.startsWith(ladder) && !ladder.startsWith(file)) {
            Files.delete(file);
          }
        }
      }
    }
    Files.createDirectories(target);
    TablesCopy.copy(Sweeps.storage(directory), new LocalStorage(target), TABLES);
  }
}
