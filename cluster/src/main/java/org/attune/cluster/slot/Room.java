package org.attune.cluster.slot;

import org.apache.spark.SparkContext;
import org.apache.spark.status.api.v1.ExecutorSummary;
import scala.collection.JavaConverters;

/** The number of tasks that a cluster can run at once. */
final class Room {

  private Room() {}

  /**
   * The sum over all current executors. It counts both the GPUs and the cores that a task needs.
   */
  static int of(SparkContext spark) {
    return JavaConverters.seqAsJavaList(spark.statusStore().executorList(true)).stream()
        .mapToInt(ExecutorSummary::maxTasks)
        .sum();
  }
}
