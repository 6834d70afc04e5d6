package org.attune.cluster.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.store.Storages;
import org.attune.cluster.table.PublishedSweep;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver publishes on HDFS, is taken over, and Spark reads its tables from there. */
class TestAttuneSourceOnHdfs {
  private static final List<Column> COLUMNS =
      List.of(new Column("trial_id", Type.STRING, true), new Column("loss", Type.DOUBLE, false));

  @TempDir private static Path disk;

  private static MiniDFSCluster cluster;
  private static SparkSession spark;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        new MiniDFSCluster.Builder(new Configuration(), disk.toFile()).numDataNodes(1).build();
    spark =
        SparkSession.builder().master("local[1]").config("spark.ui.enabled", false).getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
    cluster.shutdown(true);
  }

  @Test
  void publishedTablesAreReadFromHdfsAndAStaleDriverChangesNothing() throws IOException {
    String runs = cluster.getFileSystem().getUri() + "/runs";
    var storage = Storages.of(runs + "/one");
    TablePublisher stale = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    publish(stale, "a");
    TablePublisher successor = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    publish(stale, "stale");

    assertThat(trials(runs + "/one")).containsExactly("a");
    publish(successor, "a", "b");
    publish(stale, "stale");
    assertThat(trials(runs + "/one")).containsExactly("a", "b");
    assertThat(trials(runs)).containsExactly("a", "b");
    assertThat(trials(runs + "/o*")).containsExactly("a", "b");
    assertThatThrownBy(() -> trials(runs + "/two"))
        .hasMessage("Cannot read %s/two: there is no such directory", runs);
  }

  private static void publish(TablePublisher publisher, String... trials) throws IOException {
    List<Object[]> rows = List.of(trials).stream().map(id -> new Object[] {id, 1.0}).toList();
    publisher.publish(0, List.of(PublishedSweep.rows("results", COLUMNS, rows, List.of())));
  }

  private static List<String> trials(String directory) {
    return spark
        .read()
        .format("attune")
        .load(directory)
        .orderBy("trial_id")
        .select("trial_id")
        .collectAsList()
        .stream()
        .map((Row row) -> row.getString(0))
        .toList();
  }
}
