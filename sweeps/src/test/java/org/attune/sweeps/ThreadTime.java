package org.attune.sweeps;

import java.lang.management.ManagementFactory;

/** What this thread has used of processors: a busy machine does not add to it. */
public final class ThreadTime {

  private ThreadTime() {}

  /** Nanoseconds since the thread began. */
  public static long nanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
