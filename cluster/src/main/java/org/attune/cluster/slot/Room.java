package org.attune.cluster.slot;

import org.apache.spark.SparkContext;
import org.apache.spark.status.api.v1.ExecutorSummary;
import scala.collection.JavaConverters;

/** How many tasks a cluster has room for at once. */
final class Room {

  private Room() {}

  /** Over all executors that are there now; those of GPUs and cores that a task needs. */
  static int of(SparkContext spark) {
    return JavaConverters.seqAsJavaList(spark.statusStore().executorList(true)).stream()
        .mapToInt(ExecutorSummary::maxTasks)
        .sum();
  }
}
