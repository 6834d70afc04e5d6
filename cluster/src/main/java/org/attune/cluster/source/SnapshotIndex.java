package org.attune.cluster.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.StructType;
import org.attune.cluster.table.Columns;
import org.attune.cluster.table.Manifest;
import org.attune.sweeps.table.Column;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Tells Spark which files hold a table of some sweeps: those in their manifests, and no others. */
final class SnapshotIndex implements FileIndex {
  private static final long BLOCK = 128L << 20;

  private final List<SweepDirectory> sweeps;
  private final String table;
  private final StructType schema;
  private volatile List<FileStatus> files;

  /**
   * Resolves the tables in force now.
   *
   * @throws IOException when no sweep has published, or none has such a table
   */
  SnapshotIndex(List<SweepDirectory> sweeps, String table) throws IOException {
    this.sweeps = sweeps;
    this.table = table;
    List<Column> columns = List.of();
    List<FileStatus> found = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    boolean exists = false;
    for (SweepDirectory sweep : sweeps) {
      Optional<Manifest> manifest = sweep.manifests().read();
      if (manifest.isEmpty()) {
        continue;
      }
      names.addAll(manifest.get().tables().keySet());
      Manifest.Table part = manifest.get().tables().get(table);
      if (part != null) {
        columns = exists ? joined(columns, part, sweep) : part.columns();
        exists = true;
        addFiles(sweep, part, found);
      }
    }
    if (!exists) {
      throw new IOException(
          names.isEmpty()
              ? "Cannot read %s: it has published no tables yet; they come with the sweep's first results"
                  .formatted(sweeps.get(0).path())
              : "Cannot read the table %s of %s: there is none; the tables are %s"
                  .formatted(table, sweeps.get(0).path(), String.join(", ", names)));
    }
    this.schema = SparkColumns.schema(columns);
    this.files = List.copyOf(found);
  }

  private List<Column> joined(List<Column> columns, Manifest.Table part, SweepDirectory sweep) {
    String where = "table %s of %s with those of other sweeps".formatted(table, sweep.path());
    return Columns.union(columns, part.columns(), where);
  }

  private static void addFiles(SweepDirectory sweep, Manifest.Table part, List<FileStatus> found) {
    for (Manifest.DataFile file : part.files()) {
      Path path = new Path(sweep.path(), file.path());
      found.add(new FileStatus(file.bytes(), false, 1, BLOCK, 0, path));
    }
  }

  StructType schema() {
    return schema;
  }

  @Override
  public Seq<Path> rootPaths() {
    return seq(sweeps.stream().map(SweepDirectory::path).toList());
  }

  @Override
  public Seq<PartitionDirectory> listFiles(
      Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
    FileStatus[] all = files.toArray(FileStatus[]::new);
    return seq(List.of(PartitionDirectory.apply(InternalRow.empty(), all)));
  }

  @Override
  public String[] inputFiles() {
    return files.stream().map(file -> file.getPath().toString()).toArray(String[]::new);
  }

  @Override
  public void refresh() {
    try {
      files = new SnapshotIndex(sweeps, table).files;
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public long sizeInBytes() {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }

  @Override
  public StructType partitionSchema() {
    return new StructType();
  }

  private static <T> Seq<T> seq(List<T> list) {
    return JavaConverters.asScalaBuffer(list).toSeq();
  }
}
