package org.attune.cluster.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.storage.Storage;
import org.attune.sweeps.journal.LoneTables;
import org.attune.sweeps.store.Digest;

/**
 * Copies some of a sweep's current tables to another directory. The copy has no journal: it can be
 * queried like a sweep and never resumed. Each table is one file in it.
 */
public final class TablesCopy {

  private TablesCopy() {}

  /**
   * Copies tables.
   *
   * @param to a directory without a sweep
   * @param names of the tables to copy
   * @throws FileNotFoundException when the sweep has published no tables
   */
  public static void copy(Storage from, Storage to, Collection<String> names) throws IOException {
    Manifest current =
        new ManifestReader(from)
            .read()
            .orElseThrow(
                () ->
                    new FileNotFoundException(
                        "Cannot copy the tables of %s: it has published none"
                            .formatted(from.describe())));
    SortedMap<String, Manifest.TableVersion> tables = new TreeMap<>(current.tables());
    tables.keySet().retainAll(names);
    for (String name : List.copyOf(tables.keySet())) {
      tables.put(name, whole(name, tables.get(name), from, to));
    }
    Manifest some =
        new Manifest(
            current.format(),
            1,
            1,
            current.published(),
            current.events(),
            current.writer(),
            tables,
            List.of());
    byte[] json = some.encode();
    String path = TablePaths.manifest(1, 1);
    to.replace(path, json);
    LoneTables.publish(to, path, Digest.of(json).sha256(), current.events());
  }

  /** A table as one file, unless it is very large: a file's columns are described at its end. */
  private static Manifest.TableVersion whole(
      String name, Manifest.TableVersion table, Storage from, Storage to) throws IOException {
    int[] part = {0};
    List<Manifest.TableFile> files =
        new Merging(from, name, table.columns())
            .join(
                table.files(),
                0,
                (rows, tier) -> {
                  String path = TablePaths.merged(name, 1, 1, ++part[0]);
                  byte[] parquet = rows.finish();
                  to.replace(path, parquet);
                  return new Manifest.TableFile(
                      path, rows.rows(), parquet.length, false, tier, Digest.of(parquet).sha256());
                });
    return new Manifest.TableVersion(table.columns(), files);
  }
}
