package org.attune.jobs.session;

import java.util.Optional;
import org.attune.cluster.spark.UserExit;
import org.attune.jobs.console.ExitCode;

/**
 * The driver's container in YARN's cluster mode, where a YARN container runs the main class. The
 * main class reports its end to YARN by returning or by throwing. YARN starts the main class again
 * when the container dies.
 */
public final class Container {

  /**
   * For example {@code container_e17_1410901177871_0001_02_000005}; the last part but one is the
   * attempt.
   */
  private static final String ID = "CONTAINER_ID";

  private Container() {}

  /** Whether this process runs in such a container. */
  public static boolean isThis() {
    // A new SparkConf has no more than these properties, and making one starts Spark's log.
    return System.getProperty("spark.master", "").equals("yarn")
        && System.getProperty("spark.submit.deployMode", "").equals("cluster");
  }

  /**
   * Whether YARN has restarted the driver. The previous driver is then gone, even if only just now.
   */
  public static boolean isAnotherAttempt() {
    return isThis() && attempt(Optional.ofNullable(System.getenv(ID)).orElse("")) > 1;
  }

  /** The application's attempt, from 1; 1 when the container's name does not contain it. */
  static int attempt(String container) {
    String[] parts = container.split("_");
    return parts.length < 5 ? 1 : Integer.parseInt(parts[parts.length - 2]);
  }

  /**
   * Ends the main class so that YARN learns the outcome.
   *
   * <p>Throws what Spark takes for an exit code, unless that is {@link ExitCode#DONE}.
   */
  public static void end(int exitCode) {
    if (exitCode != ExitCode.DONE) {
      UserExit.end(exitCode);
    }
  }
}
