package org.attune.bench.driver;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;

/** What the benchmarks measure of this process and of a sweep's directory. */
final class Measured {

  private Measured() {}

  /** A measurement in a folder. */
  interface Measurement<T> {
    T in(Path folder) throws Exception;
  }

  /** What a folder is for, without a figure to return. */
  interface Use {
    void in(Path folder) throws Exception;
  }

  /** Uses a temporary folder, and deletes it. */
  static void useFolder(Use use) throws Exception {
    inFolder(
        folder -> {
          use.in(folder);
          return folder;
        });
  }

  /** Measures in a temporary folder, and deletes the folder. */
  static <T> T inFolder(Measurement<T> measurement) throws Exception {
    Path folder = Files.createTempDirectory("attune-bench");
    try {
      return measurement.in(folder);
    } finally {
      FileUtils.deleteDirectory(folder.toFile());
    }
  }

  /** Nanoseconds of processor time of all threads since the process started. */
  static long processorNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Seconds since a value of {@link System#nanoTime}. */
  static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  /** Bytes of live objects. */
  static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The length of a sweep's journals. */
  static double journalBytes(Path directory) throws IOException {
    return FileUtils.sizeOfDirectory(directory.resolve("journal").toFile());
  }
}
