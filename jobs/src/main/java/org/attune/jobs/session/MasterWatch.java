package org.attune.jobs.session;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.spark.DaemonThreads;
import org.attune.jobs.console.InputException;

/**
 * Explains to the user why Spark does not start on a standalone master. A master with a secret
 * drops programs that do not have it. Spark does not report that, and cannot distinguish such a
 * master from a missing one. Spark tries for a minute, then gives up.
 */
public final class MasterWatch implements AutoCloseable {

  /** A reachable master answers within a second. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(200);

  /** The method of Spark that waits for the master's answer. */
  private static final String WAITS = "waitForRegistration";

  /** The prefix of the name that Spark gives an application that no master has accepted. */
  private static final String UNNAMED = "spark-application-";

  /** What Spark says when it stops while it starts. */
  private static final List<String> STOPPED =
      List.of("stopped SparkContext", "on a running MetricsSystem");

  private final String master;
  private final boolean secure;
  private final ScheduledExecutorService clock = DaemonThreads.clock("attune-master-watch");

  private MasterWatch(String master, boolean secure) {
    this.master = master;
    this.secure = secure;
  }

  /**
   * Watches the start of Spark on a master by the calling thread. Only the time in which that
   * thread waits for the answer counts: on a busy machine Spark takes long until it asks.
   *
   * @param security the settings that {@code --secure} sets; empty without the option
   * @param say receives one message if the master has not answered after ten seconds
   */
  public static MasterWatch start(
      String master, Map<String, String> security, Consumer<String> say) {
    Thread starting = Thread.currentThread();
    return start(master, security, say, PATIENCE, () -> waits(starting));
  }

  /**
   * Like the other.
   *
   * @param waits whether Spark has asked the master and has no answer
   */
  static MasterWatch start(
      String master,
      Map<String, String> security,
      Consumer<String> say,
      Duration patience,
      BooleanSupplier waits) {
    MasterWatch watch = new MasterWatch(master, !security.isEmpty());
    if (SilentMaster.isStandalone(master)) {
      long looks = Math.max(1, patience.dividedBy(LOOK));
      AtomicLong waiting = new AtomicLong();
      watch.clock.scheduleWithFixedDelay(
          () -> {
            if (waits.getAsBoolean() && waiting.incrementAndGet() == looks) {
              say.accept(
                  "%s has not answered for %d s; Spark gives up after a minute. %s"
                      .formatted(master, patience.toSeconds(), watch.advice()));
            }
          },
          LOOK.toMillis(),
          LOOK.toMillis(),
          TimeUnit.MILLISECONDS);
    }
    return watch;
  }

  private static boolean waits(Thread starting) {
    return Arrays.stream(starting.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(WAITS));
  }

  /**
   * Refuses a session that the master has not accepted.
   *
   * @throws InputException with a message that says what to do
   */
  public void requireAccepted(SparkSession spark) {
    if (SilentMaster.isStandalone(master)
        && spark.sparkContext().applicationId().startsWith(UNNAMED)) {
      spark.stop();
      throw refusal();
    }
  }

  /** The refusal, if the failed start means that the master refused; else the failure itself. */
  public RuntimeException explain(RuntimeException failure) {
    boolean refused =
        SilentMaster.isStandalone(master)
            && failure.getMessage() != null
            && STOPPED.stream().anyMatch(failure.getMessage()::contains);
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
