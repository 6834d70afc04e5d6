package org.attune.cluster.spark;

import org.apache.spark.SparkContext$;

/** When Spark sets its log up. */
public final class SparkLog {

  private SparkLog() {}

  /**
   * Makes Spark set its log up now, if it has not, and say nothing. Under {@code spark-submit}
   * Spark 4 would else do so when it starts, and take its log back from whoever had chosen a place
   * for it.
   */
  public static void begin() {
    SparkContext$.MODULE$.initializeLogIfNecessary(false, true);
  }
}
