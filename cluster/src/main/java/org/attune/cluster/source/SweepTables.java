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
 * The tables of one or many sweeps at one version that does not move. What they are is known from
 * the sweeps' manifests: Spark is needed only to read rows.
 */
public final class SweepTables {

  /** A table of at most so many files is read by one task: a second would not pay for itself. */
  private static final int FILES_OF_ONE_TASK = 8;

  private static final long BYTES_OF_ONE_TASK = 2L << 20;

  private final List<SweepDirectory> sweeps;
  private final Snapshot snapshot;

  private SweepTables(List<SweepDirectory> sweeps, Snapshot snapshot) {
    this.sweeps = sweeps;
    this.snapshot = snapshot;
  }

  /**
   * Resolves each sweep once: what is in force now.
   *
   * @param directory as the option {@code dir} of {@link AttuneSource}
   * @throws IOException when there is no sweep, or none that has published
   */
  public static SweepTables inForce(String directory) throws IOException {
    List<SweepDirectory> sweeps = SweepDirectory.find(directory, HadoopSettings::current);
    Snapshot snapshot = Snapshot.of(sweeps);
    snapshot.requireTable(AttuneSource.DEFAULT_TABLE);
    return new SweepTables(sweeps, snapshot);
  }

  /** The tables' names, sorted. */
  public Set<String> names() {
    return snapshot.tables();
  }

  /** How many sweeps there are, published or not. */
  public int sweeps() {
    return sweeps.size();
  }

  /**
   * The columns of a table, of all sweeps together.
   *
   * @throws IOException when there is no such table, or sweeps disagree on a column's type
   */
  public List<Column> columns(String table) throws IOException {
    return snapshot.columns(table);
  }

  /** The same in Spark's words. */
  public StructType schema(String table) throws IOException {
    return SparkColumns.schema(table, columns(table));
  }

  /** How many rows a table has in all sweeps together. */
  public long rows(String table) {
    return snapshot.rows(table);
  }

  /**
   * Creates a view for each of some tables, called as the table, in place of one that is there.
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
   * Makes sure that tables hold what was written. Spark need not run, and does not do it again.
   *
   * @throws IOException the first file that is missing, changed, or of another sweep
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
