package org.attune.cluster.spark;

/** Checks that Attune can use the Spark that this process runs. */
public final class SparkSupport {

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
