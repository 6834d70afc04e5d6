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

/**
 * Writes a sweep's tables as files for other programs: one Parquet file per table, and SQL that
 * loads them into a DuckDB database. DuckDB itself is not in Attune: its JDBC driver has 80 MB.
 */
public final class CleanFiles {

  /** The file of SQL that DuckDB reads. */
  static final String SCRIPT = "tables.sql";

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

  /**
   * Writes the files of {@link #parquet} and {@code tables.sql}, which makes a table of each in the
   * database that DuckDB has open. It names the files without a folder: the folder can be moved.
   *
   * @return the script
   */
  static Path duckdb(Storage storage, Manifest manifest, Path folder) throws IOException {
    StringBuilder sql = new StringBuilder();
    for (Path file : parquet(storage, manifest, folder)) {
      String name = file.getFileName().toString();
      sql.append("create or replace table %s as from '%s';%n".formatted(stem(name), name));
    }
    return Files.writeString(folder.resolve(SCRIPT), sql);
  }

  private static String stem(String file) {
    return file.substring(0, file.lastIndexOf('.'));
  }
}
