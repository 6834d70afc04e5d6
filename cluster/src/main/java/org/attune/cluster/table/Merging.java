package org.attune.cluster.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.attune.cluster.table.Manifest.DataFile;
import org.attune.cluster.table.ParquetRows.Sink;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.table.Column;

/**
 * Merges a table's small files, in tiers: more than {@value #MOST_FILES} of one tier become a file
 * of the next. A row is thus written again at most once a tier, which is the logarithm of the
 * number of publishes, and there are never many files.
 */
final class Merging {

  /** So many small files of a tier are left unmerged. */
  static final int MOST_FILES = 16;

  /** From this length on, in bytes, a file is not small and is never merged again. */
  static final long LARGE = 32L << 20;

  private final Storage storage;
  private final String table;
  private final List<Column> columns;

  /** Stores what was merged. */
  interface Store {
    DataFile store(Sink rows, int tier) throws IOException;
  }

  /**
   * @param columns of what is merged; a file may lack some
   */
  Merging(Storage storage, String table, List<Column> columns) {
    this.storage = storage;
    this.table = table;
    this.columns = columns;
  }

  /** The files that hold the same rows, no tier of which has too many; a list to be added to. */
  List<DataFile> merge(List<DataFile> files, Store store) throws IOException {
    List<DataFile> result = new ArrayList<>(files);
    for (int tier = 0; tier <= highestTier(result); tier++) {
      int current = tier;
      List<DataFile> small =
          result.stream().filter(file -> file.tier() == current && file.bytes() < LARGE).toList();
      if (small.size() > MOST_FILES) {
        result.removeAll(small);
        result.addAll(join(small, tier + 1, store));
      }
    }
    return result;
  }

  private static int highestTier(List<DataFile> files) {
    return files.stream().mapToInt(DataFile::tier).max().orElse(-1);
  }

  private List<DataFile> join(List<DataFile> small, int tier, Store store) throws IOException {
    List<DataFile> joined = new ArrayList<>();
    Sink sink = new Sink(table, columns);
    long bytes = 0;
    for (DataFile file : small) {
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
