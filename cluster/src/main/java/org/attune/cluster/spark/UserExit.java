package org.attune.cluster.spark;

/** How a main class tells YARN's cluster mode its exit code. */
public final class UserExit {

  private UserExit() {}

  /** Throws the exception that Spark's application master takes for this exit code. */
  public static void end(int exitCode) {
    throw Undeclared.<RuntimeException>rethrow((Throwable) SparkCall.USER_EXIT.call(exitCode));
  }
}
