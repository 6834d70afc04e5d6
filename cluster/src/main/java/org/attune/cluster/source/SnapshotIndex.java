package org.attune.cluster.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.io.function.IOSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructType;
import org.attune.cluster.spark.TableFiles;

/** Gives Spark the files of a table: those in the sweeps' manifests, and no others. */
final class SnapshotIndex extends TableFiles {

  private final List<SweepDirectory> sweeps;
  private final String table;
  private final IOSupplier<SweepTables> versions;
  private final StructType schema;
  private volatile List<FileStatus> files;

  /**
   * Takes the columns from the version to read now; they do not change later.
   *
   * @param versions chooses the version of the sweeps to read now; called again for each query
   * @throws IOException when no sweep has published, or none has such a table
   */
  SnapshotIndex(List<SweepDirectory> sweeps, String table, IOSupplier<SweepTables> versions)
      throws IOException {
    this.sweeps = sweeps;
    this.table = table;
    this.versions = versions;
    SweepTables now = versions.get();
    this.schema = SparkColumns.schema(table, now.columns(table));
    this.files = now.files(table);
  }

  StructType schema() {
    return schema;
  }

  @Override
  protected List<Path> roots() {
    return sweeps.stream().map(SweepDirectory::path).toList();
  }

  @Override
  protected List<FileStatus> ofQuery() {
    SweepTables now = look();
    try {
      now.requireWhole(List.of(table));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    return files;
  }

  @Override
  public String[] inputFiles() {
    refresh();
    return files.stream().map(file -> file.getPath().toString()).toArray(String[]::new);
  }

  @Override
  public void refresh() {
    look();
  }

  private SweepTables look() {
    try {
      SweepTables now = versions.get();
      files = now.files(table);
      return now;
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** The size at the last query; Spark uses it only for planning. */
  @Override
  public long sizeInBytes() {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }
}
