package org.attune.cluster.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest.TableFile;
import org.attune.cluster.table.Manifest.TableVersion;
import org.attune.sweeps.journal.CurrentTables;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.WholeFile;
import org.attune.sweeps.table.Column;

/**
 * The tables of a damaged directory: the latest readable manifest, and those of its files that are
 * unchanged since they were written.
 */
public final class SurvivingTables {

  private final Storage storage;
  private final Optional<Manifest> manifest;
  private final List<String> lost = new ArrayList<>();

  private SurvivingTables(Storage storage, Optional<Manifest> manifest) {
    this.storage = storage;
    this.manifest = manifest;
  }

  /** Finds the latest readable manifest; reads no rows yet. */
  public static SurvivingTables of(Storage storage) throws IOException {
    try {
      Optional<CurrentTables> current = SweepJournal.tablesInForce(storage);
      if (current.isPresent()) {
        return new SurvivingTables(
            storage, Optional.of(ManifestReader.read(storage, current.get())));
      }
    } catch (IOException damaged) {
      // An older manifest may be readable, and data files stay for a day.
    }
    List<Manifest> readable = new ArrayList<>();
    for (String name : storage.list(TablePaths.OF_MANIFESTS)) {
      String path = TablePaths.MANIFESTS + name;
      try {
        readable.add(Manifest.decode(WholeFile.read(storage, path), path));
      } catch (IOException | RuntimeException damaged) {
        // Another manifest may be readable.
      }
    }
    Comparator<Manifest> age =
        Comparator.comparingInt(Manifest::epoch).thenComparingLong(Manifest::version);
    return new SurvivingTables(storage, readable.stream().max(age));
  }

  /**
   * Checks that the files of all current tables are unchanged since they were written.
   *
   * @throws DamagedFileException for the first file that is missing, changed, or of another sweep
   */
  public static void requireWhole(Storage storage) throws IOException {
    Optional<Manifest> manifest = new ManifestReader(storage).read();
    if (manifest.isPresent()) {
      for (TableVersion table : manifest.get().tables().values()) {
        for (TableFile file : table.files()) {
          DataFiles.require(storage, file);
        }
      }
    }
  }

  /** The damage to the current tables' files, one line each; checks all files. */
  public static List<String> damage(Storage storage) throws IOException {
    List<String> damage = new ArrayList<>();
    try {
      Optional<Manifest> manifest = new ManifestReader(storage).read();
      if (manifest.isPresent()) {
        SurvivingTables tables = new SurvivingTables(storage, manifest);
        for (String table : manifest.get().tables().keySet()) {
          tables.rows(table);
        }
        damage.addAll(tables.lost);
      }
    } catch (DamagedFileException named) {
      damage.add(named.getMessage());
    }
    return damage;
  }

  /** The names of the tables in the latest readable manifest; empty without one. */
  public Set<String> names() {
    return manifest.map(found -> Set.copyOf(found.tables().keySet())).orElse(Set.of());
  }

  /** The files that could not be read, among those of the tables read so far. */
  public List<String> lost() {
    return List.copyOf(lost);
  }

  /** A table's readable rows, by column; none if there is no such table. */
  public List<Map<String, Object>> rows(String table) throws IOException {
    Optional<TableVersion> found = manifest.map(current -> current.tables().get(table));
    List<Map<String, Object>> rows = new ArrayList<>();
    if (found.isPresent()) {
      for (TableFile file : found.get().files()) {
        read(file, found.get().columns(), rows);
      }
    }
    return rows;
  }

  private void read(TableFile file, List<Column> columns, List<Map<String, Object>> rows)
      throws IOException {
    List<Map<String, Object>> found = new ArrayList<>();
    try {
      ParquetRows.read(
          DataFiles.read(storage, file),
          columns,
          row -> {
            Map<String, Object> byColumn = new HashMap<>();
            for (int i = 0; i < row.length; i++) {
              byColumn.put(columns.get(i).name(), row[i]);
            }
            found.add(byColumn);
          });
      if (found.size() != file.rows()) {
        throw new DamagedFileException(
            storage, file.path(), "has " + found.size() + " rows and had " + file.rows());
      }
      rows.addAll(found);
    } catch (IOException | RuntimeException damaged) {
      lost.add(damaged instanceof DamagedFileException ? damaged.getMessage() : file.path());
    }
  }
}
