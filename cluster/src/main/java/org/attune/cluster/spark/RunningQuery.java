package org.attune.cluster.spark;

import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/** The id that Spark gives a query. The threads that plan and run the query's parts inherit it. */
public final class RunningQuery {

  private RunningQuery() {}

  /** The id of the query that the calling thread works for. */
  public static Optional<String> id(SparkContext spark) {
    return Optional.ofNullable(spark.getLocalProperty(SQLExecution.EXECUTION_ID_KEY()));
  }

  /**
   * Reports the end of each query.
   *
   * @param ended receives the query's id, on one of Spark's threads
   */
  public static void onEnd(SparkContext spark, Consumer<String> ended) {
    spark.addSparkListener(
        new SparkListener() {
          @Override
          public void onOtherEvent(SparkListenerEvent event) {
            if (event instanceof SparkListenerSQLExecutionEnd end) {
              ended.accept(Long.toString(end.executionId()));
            }
          }
        });
  }
}
