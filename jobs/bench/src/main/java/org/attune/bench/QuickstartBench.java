package org.attune.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;

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
      List<String> run = List.of("run", SPEC, "--out", out.resolve("run").toString());
      double seconds =
          OwnProgram.secondsToRun(program.command(List.of(), run), ProcessBuilder.Redirect.DISCARD);
      System.out.printf("quickstart.wall %.1f s%n", seconds);
    } finally {
      FileUtils.deleteDirectory(out.toFile());
    }
  }
}
