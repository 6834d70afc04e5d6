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
import org.attune.cluster.spark.RunningQuery;
import org.attune.cluster.table.Manifest;

/**
 * The version of each sweep that a query reads: the one that is current when the query first needs
 * it. All tables of a sweep in one query, joined or in subqueries, thus have one version.
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
    RunningQuery.onEnd(spark, versions.ofQuery::remove);
    return versions;
  }

  /** The tables that the calling thread's query reads; outside a query, the current tables. */
  SweepTables snapshot(SparkContext spark, List<SweepDirectory> sweeps) throws IOException {
    Optional<String> query = RunningQuery.id(spark);
    if (query.isEmpty()) {
      return SweepTables.current(sweeps);
    }
    Map<Path, Optional<Manifest>> seen =
        ofQuery.computeIfAbsent(query.get(), id -> new ConcurrentHashMap<>());
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
