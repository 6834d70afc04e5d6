package org.attune.jobs.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest;
import org.attune.cluster.table.WholeTable;

/** Writes a sweep's tables as files for other programs: one Parquet file per table. */
public final class CleanFiles {

  private CleanFiles() {}

  /**
   * Writes {@code results.parquet} and the other tables of the current manifest.
   *
   * @param folder the folder to write to, created if missing; existing files are replaced
   * @return the files, by name
   */
  public static List<Path> parquet(Storage storage, Manifest manifest, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, Manifest.Table> table : manifest.tables().entrySet()) {
      Path file = folder.resolve(table.getKey() + ".parquet");
      Files.write(file, WholeTable.parquet(storage, table.getKey(), table.getValue()));
      files.add(file);
    }
    return files;
  }
}
