package org.attune.cluster.table;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest.TableFile;
import org.attune.cluster.table.Manifest.TableVersion;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.table.TableSchema;

/** A sweep's table as one Parquet file, for programs that do not know manifests. */
public final class WholeTable {

  private WholeTable() {}

  /**
   * Writes the rows of all files that the manifest names, each once, with all columns. Memory holds
   * one of these files and one row group at a time. Without rows the file still has the columns.
   *
   * @param target a file on this machine that does not exist yet
   * @throws IOException when a file of the table cannot be read, or is not what was written
   */
  public static void write(Storage storage, String name, TableVersion table, Path target)
      throws IOException {
    OutputFile whole = HadoopOutputFile.fromPath(local(target), plainFiles());
    try (ParquetWriter<Object[]> rows = ParquetRows.writer(whole, name, table.columns())) {
      for (TableFile file : table.files()) {
        ParquetRows.read(DataFiles.read(storage, file), table.columns(), rows::write);
      }
    }
  }

  /** Writes rows that no driver published, as those of notes. */
  public static void write(TableRows table, Path target) throws IOException {
    OutputFile whole = HadoopOutputFile.fromPath(local(target), plainFiles());
    TableSchema schema = table.schema();
    try (ParquetWriter<Object[]> rows =
        ParquetRows.writer(whole, schema.name(), schema.columns())) {
      for (Object[] row : table.live()) {
        rows.write(row);
      }
    }
  }

  /**
   * Whether {@code write} wrote a file: its schema has the table's name. Other programs give their
   * schemas their own names. Only the file's footer is read.
   */
  public static boolean isOne(Path file, String name) {
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(local(file), plainFiles()))) {
      return reader.getFileMetaData().getSchema().getName().equals(name);
    } catch (IOException | RuntimeException noParquet) {
      return false;
    }
  }

  private static org.apache.hadoop.fs.Path local(Path file) {
    return new org.apache.hadoop.fs.Path(file.toAbsolutePath().toUri());
  }

  /** Without the hidden checksum files that Hadoop writes beside local files. */
  private static Configuration plainFiles() {
    Configuration configuration = new Configuration(false);
    configuration.setClass(
        "fs.file.impl", RawLocalFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    return configuration;
  }
}
