package org.attune.cluster.spark;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that let the JVM end. */
public final class DaemonThreads {

  private DaemonThreads() {}

  /** As many threads as there is work. */
  public static ExecutorService many(String name) {
    return Executors.newCachedThreadPool(numbered(name));
  }

  /** A fixed number of threads. */
  public static ExecutorService some(int threads, String name) {
    return Executors.newFixedThreadPool(threads, numbered(name));
  }

  /** One thread. */
  public static ExecutorService one(String name) {
    return Executors.newSingleThreadExecutor(task -> daemon(task, name));
  }

  /** One thread that works at set times; what is cancelled is forgotten at once. */
  public static ScheduledExecutorService clock(String name) {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(1, task -> daemon(task, name));
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private static ThreadFactory numbered(String name) {
    AtomicInteger last = new AtomicInteger();
    return task -> daemon(task, name + "-" + last.incrementAndGet());
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
