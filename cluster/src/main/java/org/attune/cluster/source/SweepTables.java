package org.attune.cluster.source;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.attune.cluster.store.HadoopSettings;
import org.attune.sweeps.table.Column;

/**
 * The tables of one or many sweeps at one fixed version. Their description comes from the sweeps'
 * manifests; only reading rows needs Spark.
 */
public final class SweepTables {

  /** One task reads a table of at most this many files; a second task would not pay off. */
  private static final int FILES_OF_ONE_TASK = 8;

  private static final long BYTES_OF_ONE_TASK = 2L << 20;

  private final List<SweepDirectory> sweeps;
  private final Snapshot snapshot;

  private SweepTables(List<SweepDirectory> sweeps, Snapshot snapshot) {
    this.sweeps = sweeps;
    this.snapshot = snapshot;
  }

  /**
   * Resolves the current version of each sweep once.
   *
   * @param directory a value of the option {@code dir} of {@link AttuneSource}
   * @throws IOException when there is no sweep, or no sweep has published tables
   */
  public static SweepTables current(String directory) throws IOException {
    List<SweepDirectory> sweeps = SweepDirectory.find(directory, HadoopSettings::current);
    Snapshot snapshot = Snapshot.of(sweeps);
    snapshot.requireTable(AttuneSource.DEFAULT_TABLE);
    return new SweepTables(sweeps, snapshot);
  }

  /** The tables' names, sorted. */
  public Set<String> names() {
    return snapshot.tables();
  }

  /** The number of sweeps, published or not. */
  public int sweeps() {
    return sweeps.size();
  }

  /**
   * A table's columns, over all sweeps.
   *
   * @throws IOException when there is no such table, or sweeps disagree on a column's type
   */
  public List<Column> columns(String table) throws IOException {
    return snapshot.columns(table);
  }

  /** A table's columns as a Spark schema. */
  public StructType schema(String table) throws IOException {
    return SparkColumns.schema(table, columns(table));
  }

  /** The number of a table's rows, over all sweeps. */
  public long rows(String table) {
    return snapshot.rows(table);
  }

  /**
   * Creates a view for each table, named after the table; replaces any existing view.
   *
   * @throws IOException when there is no such table, or sweeps disagree on a column's type
   */
  public void createViews(SparkSession spark, Collection<String> tables) throws IOException {
    for (String table : tables) {
      SnapshotIndex index = new SnapshotIndex(sweeps, table, () -> snapshot);
      Dataset<Row> rows = spark.baseRelationToDataFrame(AttuneSource.relation(spark, index));
      (isSmall(table) ? rows.coalesce(1) : rows).createOrReplaceTempView(table);
    }
  }

  /**
   * Checks that tables are unchanged since they were written. The check needs no Spark, and Spark
   * does not repeat it.
   *
   * @throws IOException for the first file that is missing, changed, or of another sweep
   */
  public void requireWhole(Collection<String> tables) throws IOException {
    for (String table : tables) {
      snapshot.requireWhole(table);
    }
  }

  private boolean isSmall(String table) {
    List<FileStatus> files = snapshot.files(table);
    return files.size() <= FILES_OF_ONE_TASK
        && files.stream().mapToLong(FileStatus::getLen).sum() <= BYTES_OF_ONE_TASK;
  }
}
