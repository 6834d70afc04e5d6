package org.attune.cluster.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest.DataFile;
import org.attune.cluster.table.Manifest.Table;

/** A sweep's table as one Parquet file, for programs that do not know manifests. */
public final class WholeTable {

  private WholeTable() {}

  /**
   * The rows of all files that the manifest names, each once, with all columns.
   *
   * @return the bytes of a Parquet file; without rows it still has the columns
   * @throws IOException when a file of the table cannot be read, or is not what was written
   */
  public static byte[] parquet(Storage storage, String name, Table table) throws IOException {
    ParquetRows.Sink sink = new ParquetRows.Sink(name, table.columns());
    for (DataFile file : table.files()) {
      ParquetRows.read(DataFiles.read(storage, file), table.columns(), sink::add);
    }
    return sink.finish();
  }

  /**
   * Whether a file is of {@link #parquet}: its schema has the table's name. Other programs give
   * their schemas their own names.
   */
  public static boolean isOne(Path file, String name) throws IOException {
    byte[] content = Files.readAllBytes(file);
    try (ParquetFileReader there = ParquetFileReader.open(new MemoryFile(content))) {
      return there.getFileMetaData().getSchema().getName().equals(name);
    } catch (IOException | RuntimeException noParquet) {
      return false;
    }
  }
}
