package org.attune.jobs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The first thing a user does: {@code attune run sweeps/quickstart.yaml}, in a new process with
 * this one's JVM and options and into a new directory, from start to exit. Prints {@code
 * quickstart.wall}.
 */
final class QuickstartBench {

  private static final String SPEC = "sweeps/quickstart.yaml";

  private QuickstartBench() {}

  /**
   * @throws IOException if the run cannot be started or fails
   */
  static void run() throws IOException, InterruptedException {
    Path out = Files.createTempDirectory("attune-quickstart");
    try {
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command(out))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      int exit = process.waitFor();
      double seconds = (System.nanoTime() - start) / 1e9;
      if (exit != ExitCode.DONE) {
        throw new IOException("The run of " + SPEC + " failed with exit code " + exit);
      }
      System.out.printf(Locale.ROOT, "quickstart.wall %.1f s%n", seconds);
    } finally {
      delete(out);
    }
  }

  private static List<String> command(Path out) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Attune.class.getName());
    command.addAll(List.of("run", SPEC, "--out", out.resolve("run").toString()));
    return command;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> inside = Files.walk(directory)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
