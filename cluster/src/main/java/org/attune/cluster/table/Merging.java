package org.attune.cluster.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest.TableFile;
import org.attune.cluster.table.ParquetRows.Sink;
import org.attune.sweeps.table.Column;

/**
 * Merges a table's small files in tiers. When a tier has more than {@value #MOST_FILES} files, they
 * become a file of the next tier. So each row is rewritten at most once per tier, and the number of
 * files stays small. The number of tiers is the logarithm of the number of publications.
 *
 * @param columns columns of the merged files; a file may lack some
 */
record Merging(Storage storage, String table, List<Column> columns) {

  /** The most small files of a tier that stay unmerged. */
  static final int MOST_FILES = 16;

  /** The length in bytes from which a file is large and never merged again. */
  static final long LARGE = 32L << 20;

  /** Stores a merged file. */
  interface Store {
    TableFile store(Sink rows, int tier) throws IOException;
  }

  /** Returns files with the same rows, with no tier over the limit; the list is modifiable. */
  List<TableFile> merge(List<TableFile> files, Store store) throws IOException {
    List<TableFile> result = new ArrayList<>(files);
    for (int tier = 0; tier <= highestTier(result); tier++) {
      int current = tier;
      List<TableFile> small =
          result.stream().filter(file -> file.tier() == current && file.bytes() < LARGE).toList();
      if (small.size() > MOST_FILES) {
        result.removeAll(small);
        result.addAll(join(small, tier + 1, store));
      }
    }
    return result;
  }

  private static int highestTier(List<TableFile> files) {
    return files.stream().mapToInt(TableFile::tier).max().orElse(-1);
  }

  /** Returns files with the same rows, as few as their size allows. */
  List<TableFile> join(List<TableFile> small, int tier, Store store) throws IOException {
    List<TableFile> joined = new ArrayList<>();
    Sink sink = new Sink(table, columns);
    long bytes = 0;
    for (TableFile file : small) {
      if (bytes >= LARGE) {
        joined.add(store.store(sink, tier));
        sink = new Sink(table, columns);
        bytes = 0;
      }
      bytes += file.bytes();
      ParquetRows.read(DataFiles.read(storage, file), columns, sink::add);
    }
    joined.add(store.store(sink, tier));
    return joined;
  }
}
