package org.attune.jobs.session;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.attune.jobs.console.InputException;

/**
 * Explains to the user why Spark does not start on a standalone master. A master with a secret
 * drops programs that do not have it. Spark does not report that, and cannot distinguish such a
 * master from a missing one. Spark tries for a minute, then gives up.
 */
public final class MasterWatch implements AutoCloseable {

  /** A reachable master answers within a second. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String STANDALONE = "spark://";

  /** The prefix of the name that Spark gives an application that no master has accepted. */
  private static final String UNNAMED = "spark-application-";

  private static final String STOPPED = "stopped SparkContext";

  private final String master;
  private final boolean secure;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "attune-master-watch");
            thread.setDaemon(true);
            return thread;
          });

  private MasterWatch(String master, boolean secure) {
    this.master = master;
    this.secure = secure;
  }

  /**
   * Watches the start of Spark on a master.
   *
   * @param security the settings that {@code --secure} sets; empty without the option
   * @param say receives one message if the master has not answered after ten seconds
   */
  public static MasterWatch start(
      String master, Map<String, String> security, Consumer<String> say) {
    return start(master, security, say, PATIENCE);
  }

  static MasterWatch start(
      String master, Map<String, String> security, Consumer<String> say, Duration patience) {
    MasterWatch watch = new MasterWatch(master, !security.isEmpty());
    if (master.startsWith(STANDALONE)) {
      watch.clock.schedule(
          () ->
              say.accept(
                  "%s has not answered for %d s; Spark gives up after a minute. %s"
                      .formatted(master, patience.toSeconds(), watch.advice())),
          patience.toMillis(),
          TimeUnit.MILLISECONDS);
    }
    return watch;
  }

  /**
   * Refuses a session that the master has not accepted.
   *
   * @throws InputException with a message that says what to do
   */
  public void requireAccepted(SparkSession spark) {
    if (master.startsWith(STANDALONE) && spark.sparkContext().applicationId().startsWith(UNNAMED)) {
      spark.stop();
      throw refusal();
    }
  }

  /** The refusal, if the failed start means that the master refused; else the failure itself. */
  public RuntimeException explain(IllegalStateException failure) {
    boolean refused =
        master.startsWith(STANDALONE)
            && failure.getMessage() != null
            && failure.getMessage().contains(STOPPED);
    return refused ? refusal() : failure;
  }

  private InputException refusal() {
    return new InputException(
        "Cannot start on %s: the master did not answer. %s".formatted(master, advice()));
  }

  private String advice() {
    return secure
        ? "Check that it runs, that it was started with a secret, and that --secure names a file"
            + " with the same one."
        : "Check that it runs; if it was started with a secret, add --secure FILE.";
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
