package org.attune.cluster.source;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;
import org.attune.cluster.table.Manifest;

/**
 * The version of each sweep that a query reads: the current one when the query first asks. So all
 * tables of a sweep in one query, joined or in subqueries, have one version.
 *
 * <p>Spark gives each query an execution id. The threads that plan and run the query's parts
 * inherit it.
 */
final class QueryVersions {

  /** One instance for each Spark in this process, as long as that Spark lives. */
  private static final Map<SparkContext, QueryVersions> OF_SPARK =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Map<String, Map<Path, Optional<Manifest>>> ofQuery = new ConcurrentHashMap<>();

  private QueryVersions() {}

  static QueryVersions of(SparkContext spark) {
    return OF_SPARK.computeIfAbsent(spark, QueryVersions::listening);
  }

  private static QueryVersions listening(SparkContext spark) {
    QueryVersions versions = new QueryVersions();
    spark.addSparkListener(
        new SparkListener() {
          @Override
          public void onOtherEvent(SparkListenerEvent event) {
            if (event instanceof SparkListenerSQLExecutionEnd end) {
              versions.ofQuery.remove(Long.toString(end.executionId()));
            }
          }
        });
    return versions;
  }

  /** The tables that the calling thread's query reads; without a query, the current one. */
  SweepTables snapshot(SparkContext spark, List<SweepDirectory> sweeps) throws IOException {
    String query = spark.getLocalProperty(SQLExecution.EXECUTION_ID_KEY());
    if (query == null) {
      return SweepTables.current(sweeps);
    }
    Map<Path, Optional<Manifest>> seen =
        ofQuery.computeIfAbsent(query, begun -> new ConcurrentHashMap<>());
    synchronized (seen) {
      return new SweepTables(
          sweeps,
          sweep -> {
            if (!seen.containsKey(sweep.path())) {
              seen.put(sweep.path(), sweep.manifests().read());
            }
            return seen.get(sweep.path());
          });
    }
  }
}
