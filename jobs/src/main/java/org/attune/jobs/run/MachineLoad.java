package org.attune.jobs.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.attune.jobs.console.Counted;

/** Whether other programs slow down what is timed here. */
final class MachineLoad {

  /** From this load a core on, they do. */
  private static final double BUSY = 2;

  private MachineLoad() {}

  /** Says so of this machine, now; empty where they do not. */
  static String note() {
    return busy(
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        cores(Path.of("/proc/cpuinfo"), Runtime.getRuntime().availableProcessors()));
  }

  /** Says that other programs slowed the timing, since trials go faster once these have ended. */
  static String busy(double load, int cores) {
    return load < BUSY * cores
        ? ""
        : "; other programs keep the machine busy (load %.0f on %s), and idle it takes less"
            .formatted(load, Counted.of(cores, "core"));
  }

  /**
   * The cores that the load is on: those of the whole machine, also where a container has fewer.
   *
   * @param listed where Linux lists them; other systems do not
   * @param ours what this process may use
   */
  static int cores(Path listed, int ours) {
    try (Stream<String> lines = Files.lines(listed, StandardCharsets.ISO_8859_1)) {
      return Math.max(ours, (int) lines.filter(line -> line.startsWith("processor")).count());
    } catch (IOException | UncheckedIOException notListed) {
      return ours;
    }
  }
}
