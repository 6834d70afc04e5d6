package org.attune.cluster.bench;

import java.lang.management.ManagementFactory;

/** What this process has used of processors. */
final class ProcessorTime {

  private ProcessorTime() {}

  /** All its threads' nanoseconds since it began. */
  static long nanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
