package org.attune.cluster.spark;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.spark.util.ThreadUtils;

/** Threads that let the JVM end. */
public final class DaemonThreads {

  private DaemonThreads() {}

  /** As many threads as there is work. */
  public static ExecutorService many(String name) {
    return ThreadUtils.newDaemonCachedThreadPool(name);
  }

  /** A fixed number of threads. */
  public static ExecutorService some(int threads, String name) {
    return ThreadUtils.newDaemonFixedThreadPool(threads, name);
  }

  /** One thread. */
  public static ExecutorService one(String name) {
    return ThreadUtils.newDaemonSingleThreadExecutor(name);
  }

  /** One thread that works at set times. */
  public static ScheduledExecutorService clock(String name) {
    return ThreadUtils.newDaemonSingleThreadScheduledExecutor(name);
  }
}
