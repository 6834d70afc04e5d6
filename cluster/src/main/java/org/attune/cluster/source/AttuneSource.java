package org.attune.cluster.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.function.IOSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.attune.cluster.spark.ListedRows;
import org.attune.cluster.spark.TableSource;
import org.attune.sweeps.table.Tables;

/**
 * Spark's entry to the data source {@code attune}.
 *
 * <p>Options:
 *
 * <ul>
 *   <li>{@code dir} (or the argument of {@code load}): a sweep's directory, a folder of sweeps, a
 *       glob of either, or several of these separated by commas;
 *   <li>{@code table}: one of the published tables or {@code notes}; {@code results} by default.
 * </ul>
 *
 * <p>A query reads each sweep at the version that is current when the query starts. All tables of
 * the sweep have that version, so a join sees one moment. The next query sees the next version. The
 * columns come from the version that is current when the relation is created. (A query that Spark
 * runs without an execution id, by {@code Dataset.rdd}, finds each table's version separately.) A
 * row has null in each column that its sweep lacks.
 */
public final class AttuneSource extends TableSource implements DataSourceRegister {
  private static final String DIRECTORY = "dir";
  private static final String PATH = "path";
  private static final String TABLE = "table";

  // One task reads a table of at most this many files and bytes; a second task would not pay off.
  private static final int FILES_OF_ONE_TASK = 8;
  private static final long BYTES_OF_ONE_TASK = 2L << 20;

  @Override
  public String shortName() {
    return "attune";
  }

  @Override
  protected BaseRelation relation(
      SparkSession spark, Map<String, String> options, Configuration hadoop) {
    try {
      List<SweepDirectory> sweeps = SweepDirectory.find(directory(options), () -> hadoop);
      SparkContext running = spark.sparkContext();
      QueryVersions versions = QueryVersions.of(running);
      String table = option(options, TABLE, SweepTables.DEFAULT_TABLE);
      if (table.equals(Tables.NOTES)) {
        return notes(spark, SweepTables.current(sweeps), () -> SweepTables.current(sweeps));
      }
      return relation(
          spark, new SnapshotIndex(sweeps, table, () -> versions.snapshot(running, sweeps)));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /**
   * Creates a view for each of some tables, named after the table; replaces any existing view.
   *
   * @throws IOException when there is no such table, or sweeps disagree on a column's type
   */
  public static void createViews(SparkSession spark, SweepTables tables, Collection<String> names)
      throws IOException {
    for (String table : names) {
      if (table.equals(Tables.NOTES)) {
        BaseRelation notes = notes(spark, tables, () -> tables);
        spark.baseRelationToDataFrame(notes).createOrReplaceTempView(table);
        continue;
      }
      SnapshotIndex index = new SnapshotIndex(tables.sweeps(), table, () -> tables);
      Dataset<Row> rows = spark.baseRelationToDataFrame(relation(spark, index));
      boolean small =
          index.inputFiles().length <= FILES_OF_ONE_TASK
              && index.sizeInBytes() <= BYTES_OF_ONE_TASK;
      (small ? rows.coalesce(1) : rows).createOrReplaceTempView(table);
    }
  }

  /** The notes of the sweeps that have tables when a query runs. */
  private static BaseRelation notes(
      SparkSession spark, SweepTables now, IOSupplier<SweepTables> ofQuery) throws IOException {
    return new ListedRows(
        spark,
        now.schema(Tables.NOTES),
        () -> ofQuery.get().notes().stream().map(RowFactory::create).toList());
  }

  private static BaseRelation relation(SparkSession spark, SnapshotIndex index) {
    return index.relation(spark, index.schema());
  }

  private static String directory(Map<String, String> options) {
    String directory = option(options, DIRECTORY, option(options, PATH, ""));
    if (directory.isBlank()) {
      throw new IllegalArgumentException(
          "Missing option %s: give the directory of a sweep, as in OPTIONS (dir 'runs/quickstart')"
              .formatted(DIRECTORY));
    }
    return directory;
  }

  private static String option(Map<String, String> options, String key, String otherwise) {
    return options.getOrDefault(key, otherwise);
  }
}
