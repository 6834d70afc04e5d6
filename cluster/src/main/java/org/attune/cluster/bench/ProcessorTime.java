package org.attune.cluster.bench;

import java.lang.management.ManagementFactory;

/** The processor time that this process has used. */
final class ProcessorTime {

  private ProcessorTime() {}

  /** Nanoseconds of processor time of all threads since the process started. */
  static long nanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
