package org.attune.jobs;

import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkUserAppException;

/**
 * The driver's place in YARN's cluster mode, where a container of YARN's runs the main class: it is
 * told how that ended by its return or its exception, and starts it again when the container dies.
 */
final class Container {

  /** As {@code container_e17_1410901177871_0001_02_000005}: the attempt is the last but one. */
  private static final String ID = "CONTAINER_ID";

  private Container() {}

  /** Whether this process is one. */
  static boolean isThis() {
    SparkConf conf = new SparkConf();
    return conf.get("spark.master", "").equals("yarn")
        && conf.get("spark.submit.deployMode", "").equals("cluster");
  }

  /** Whether YARN has started the driver again: the one before it is gone, however lately. */
  static boolean isAnotherAttempt() {
    return isThis() && attempt(Optional.ofNullable(System.getenv(ID)).orElse("")) > 1;
  }

  /** The application's attempt, from 1; 1 when the name of the container does not say. */
  static int attempt(String container) {
    String[] parts = container.split("_");
    return parts.length < 5 ? 1 : Integer.parseInt(parts[parts.length - 2]);
  }

  /**
   * Ends the main class so that YARN learns how.
   *
   * @throws SparkUserAppException unless all went well
   */
  static void end(int exitCode) throws SparkUserAppException {
    if (exitCode != ExitCode.DONE) {
      throw new SparkUserAppException(exitCode);
    }
  }
}
