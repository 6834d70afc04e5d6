package org.attune.jobs.session;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.cluster.spark.DaemonThreads;

/**
 * Tells the user that HDFS does not answer. Hadoop waits silently, and without a limit by default,
 * for a service that accepts a connection and never replies.
 */
public final class HdfsWatch implements AutoCloseable {

  /** A healthy name node answers within a second. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(200);

  /** The class and the method of Hadoop that wait for an answer. */
  static final String CLIENT = "org.apache.hadoop.ipc.Client";

  static final String CALL = "call";

  /** How Hadoop names the thread that holds a connection. */
  private static final Pattern CONNECTION =
      Pattern.compile("IPC Client \\(.*\\) connection to \\S*?/?([^/ ]+) from .*");

  private final Optional<ScheduledExecutorService> clock;
  private long looks;
  private OptionalLong wait = OptionalLong.empty();

  private HdfsWatch(Optional<ScheduledExecutorService> clock) {
    this.clock = clock;
  }

  /**
   * Watches what the calling thread waits for; does nothing where no argument names HDFS.
   *
   * @param say receives one message if HDFS has not answered after ten seconds
   */
  public static HdfsWatch start(String[] arguments, Consumer<String> say) {
    if (Arrays.stream(arguments).noneMatch(argument -> argument.contains("hdfs:"))) {
      return new HdfsWatch(Optional.empty());
    }
    long thread = Thread.currentThread().getId();
    return start(() -> waits(thread), PATIENCE, say);
  }

  /**
   * Like the other.
   *
   * @param waits a number of the wait for an answer, another for each wait; empty without one
   */
  static HdfsWatch start(Supplier<OptionalLong> waits, Duration patience, Consumer<String> say) {
    ScheduledExecutorService clock = DaemonThreads.clock("attune-hdfs-watch");
    HdfsWatch watch = new HdfsWatch(Optional.of(clock));
    clock.scheduleWithFixedDelay(
        () -> watch.look(waits.get(), patience, say),
        LOOK.toMillis(),
        LOOK.toMillis(),
        TimeUnit.MILLISECONDS);
    return watch;
  }

  private void look(OptionalLong now, Duration patience, Consumer<String> say) {
    looks = now.isPresent() && now.equals(wait) ? looks + 1 : 0;
    wait = now;
    if (looks > 0 && looks >= patience.dividedBy(LOOK)) {
      say.accept(
          ("%s has not answered for %d s. Attune waits on; Ctrl-C stops it. Hadoop's"
                  + " ipc.client.rpc-timeout.ms limits the wait for an answer. Check the host and the"
                  + " port, and that HDFS is running there.")
              .formatted(address(), patience.toSeconds()));
      close();
    }
  }

  /** How often a thread has waited so far, if it waits for an answer now. */
  static OptionalLong waits(long thread) {
    ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread, Integer.MAX_VALUE);
    boolean asks =
        info != null
            && Arrays.stream(info.getStackTrace())
                .anyMatch(
                    frame ->
                        frame.getClassName().equals(CLIENT) && frame.getMethodName().equals(CALL));
    return asks ? OptionalLong.of(info.getWaitedCount()) : OptionalLong.empty();
  }

  private static String address() {
    List<String> open =
        Thread.getAllStackTraces().keySet().stream()
            .map(thread -> CONNECTION.matcher(thread.getName()))
            .filter(Matcher::matches)
            .map(name -> name.group(1))
            .distinct()
            .sorted()
            .toList();
    return open.isEmpty() ? "HDFS" : String.join(" or ", open);
  }

  @Override
  public void close() {
    clock.ifPresent(ScheduledExecutorService::shutdownNow);
  }
}
