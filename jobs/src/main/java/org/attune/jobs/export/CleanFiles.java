package org.attune.jobs.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest;
import org.attune.cluster.table.WholeTable;
import org.attune.jobs.console.WriteFailure;
import org.attune.sweeps.table.TableRows;

/**
 * Writes a sweep's tables as files for other programs: one Parquet file per table, and SQL that
 * loads them into a DuckDB database. DuckDB itself is not in Attune: its JDBC driver has 80 MB.
 */
public final class CleanFiles {

  /** The file of SQL that DuckDB reads. */
  static final String SCRIPT = "tables.sql";

  private static final String REMEDY = "name another folder with --to";
  private static final String FIRST = "create or replace table ";

  private CleanFiles() {}

  /** The file of a table. */
  static Path file(Path folder, String table) {
    return folder.resolve(table + ".parquet");
  }

  /** Whether a file begins as the script does. */
  static boolean isScript(Path file) throws IOException {
    byte[] first = FIRST.getBytes(StandardCharsets.UTF_8);
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(first.length), first);
    }
  }

  /**
   * Writes {@code results.parquet} and the other tables of the current manifest, and tables that no
   * driver publishes. If a table cannot be read, the folder's files stay unchanged.
   *
   * @param beside the tables that no driver publishes
   * @param folder the folder to write to, created if missing; existing files are replaced
   * @return the files, by name
   */
  static List<Path> parquet(Storage storage, Manifest manifest, List<TableRows> beside, Path folder)
      throws IOException {
    Path unfinished = folder.resolve(".export" + UUID.randomUUID());
    WriteFailure.naming(
        folder,
        REMEDY,
        () -> {
          Files.createDirectories(folder);
          Files.createDirectory(unfinished);
        });
    try {
      WriteFailure.filling(folder, () -> fill(unfinished, storage, manifest, beside));
      List<Path> files = new ArrayList<>();
      for (String table : names(manifest, beside)) {
        Path file = file(folder, table);
        files.add(Files.move(file(unfinished, table), file, StandardCopyOption.REPLACE_EXISTING));
      }
      return files;
    } finally {
      FileUtils.deleteDirectory(unfinished.toFile());
    }
  }

  private static void fill(Path folder, Storage storage, Manifest manifest, List<TableRows> beside)
      throws IOException {
    for (Map.Entry<String, Manifest.TableVersion> table : manifest.tables().entrySet()) {
      Path file = file(folder, table.getKey());
      WholeTable.write(storage, table.getKey(), table.getValue(), file);
    }
    for (TableRows table : beside) {
      WholeTable.write(table, file(folder, table.schema().name()));
    }
  }

  /**
   * Writes the files of {@link #parquet} and {@code tables.sql}, which makes a table of each in the
   * database that DuckDB has open. It names the files without a folder: the folder can be moved.
   *
   * @return the script
   */
  static Path duckdb(Storage storage, Manifest manifest, List<TableRows> beside, Path folder)
      throws IOException {
    StringBuilder sql = new StringBuilder();
    for (Path file : parquet(storage, manifest, beside, folder)) {
      String name = file.getFileName().toString();
      sql.append("%s%s as from '%s';%n".formatted(FIRST, stem(name), name));
    }
    Path script = folder.resolve(SCRIPT);
    WriteFailure.naming(script, REMEDY, () -> Files.writeString(script, sql));
    return script;
  }

  /** The names of all tables that are written. */
  static List<String> names(Manifest manifest, List<TableRows> beside) {
    return Stream.concat(
            manifest.tables().keySet().stream(), beside.stream().map(rows -> rows.schema().name()))
        .toList();
  }

  private static String stem(String file) {
    return file.substring(0, file.lastIndexOf('.'));
  }
}
