package org.attune.jobs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.attune.jobs.console.ExitCode;

/**
 * Measures the quickstart, {@code attune run sweeps/quickstart.yaml}, from start to exit. It runs
 * in a new process with this JVM and its options, into a new directory. Prints {@code
 * quickstart.wall}.
 */
final class QuickstartBench {

  private static final String SPEC = "sweeps/quickstart.yaml";

  private QuickstartBench() {}

  /**
   * @param program this program, which runs the quickstart
   * @throws IOException if the run cannot be started or fails
   */
  static void run(OwnProgram program) throws IOException, InterruptedException {
    Path out = Files.createTempDirectory("attune-quickstart");
    try {
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(
                  program.command(
                      List.of(), List.of("run", SPEC, "--out", out.resolve("run").toString())))
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

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> inside = Files.walk(directory)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
