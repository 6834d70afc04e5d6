package org.attune.cluster.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/** Checks that Attune can use the Spark that this process runs, and starts its session. */
public final class SparkSupport {

  /** The Sparks that Attune runs on. */
  public static final String SPARKS = "Spark 3.5 (Scala 2.12) and 4.2 (Scala 2.13)";

  private SparkSupport() {}

  /**
   * Finds every member of Spark that Attune calls by reflection.
   *
   * @throws UnsupportedSparkException when Spark lacks one, with its version and what is supported
   */
  public static void require() {
    SparkCall.requireAll(SparkVersion.current(), SparkCall::isThere);
  }

  /**
   * This process's session with these settings; starts Spark where there is none. Spark 4's public
   * builder and its MLlib would each start Scala's reflection, which takes about a second of
   * processor time.
   */
  public static SparkSession session(SparkConf settings) {
    SparkContext spark = SparkContext.getOrCreate(settings); // its threads keep the usual loader
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(new WithoutMlFunctions(usual));
    try {
      Object builder = SparkCall.SETTINGS.call(SparkCall.BUILDER.call(), settings);
      return (SparkSession) SparkCall.SESSION.call(SparkCall.CONTEXT.call(builder, spark));
    } finally {
      thread.setContextClassLoader(usual);
    }
  }
}
