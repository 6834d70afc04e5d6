package org.attune.cluster.spark;

/** Checks that Attune can use the Spark that this process runs. */
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
}
