package org.attune.cluster.source;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** All tables of one or many sweeps as temporary views, of one version that does not move. */
public final class TableViews {
  private TableViews() {}

  /**
   * Creates a view for each table, called as the table, in place of one that is there.
   *
   * @param directory as the option {@code dir} of {@link AttuneSource}
   * @throws IOException when there is no sweep, or none that has published
   */
  public static void create(SparkSession spark, String directory) throws IOException {
    List<SweepDirectory> sweeps =
        SweepDirectory.find(directory, spark.sessionState().newHadoopConf());
    Snapshot snapshot = Snapshot.of(sweeps);
    snapshot.requireTable(AttuneSource.DEFAULT_TABLE);
    for (String table : snapshot.tables()) {
      SnapshotIndex index = new SnapshotIndex(sweeps, table, () -> snapshot);
      spark
          .baseRelationToDataFrame(AttuneSource.relation(spark, index))
          .createOrReplaceTempView(table);
    }
  }
}
