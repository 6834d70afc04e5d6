package org.attune.cluster.spark;

import org.apache.spark.SparkContext;
import org.apache.spark.status.api.v1.ExecutorSummary;
import scala.collection.Seq;

/** How much the executors can run. */
public final class ExecutorRoom {

  private ExecutorRoom() {}

  /**
   * The number of tasks that all current executors can run at once, by the GPUs and the cores that
   * a task needs.
   */
  public static int of(SparkContext spark) {
    Seq<?> executors = (Seq<?>) SparkCall.EXECUTORS.call(spark.statusStore(), true);
    return ScalaValues.list(executors).stream()
        .mapToInt(executor -> ((ExecutorSummary) executor).maxTasks())
        .sum();
  }
}
