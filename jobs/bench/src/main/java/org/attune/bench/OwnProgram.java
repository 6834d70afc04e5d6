package org.attune.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.ExitCode;
import org.attune.model.bench.OwnJava;

/**
 * Commands that run this program in a new process, with this JVM's executable, class path and
 * options.
 *
 * @param main the program's main class
 */
record OwnProgram(Class<?> main) {

  /**
   * The command that starts the process.
   *
   * @param options JVM options besides this JVM's
   * @param arguments the program's arguments
   */
  List<String> command(List<String> options, List<String> arguments) {
    List<String> all = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    all.addAll(options);
    return OwnJava.command(main, all, arguments);
  }

  /**
   * Runs a command to its end.
   *
   * @return seconds from start to exit
   * @throws IOException if it cannot be started, or fails
   */
  static double secondsToRun(List<String> command, ProcessBuilder.Redirect output)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      int exit = process.waitFor();
      double seconds = (System.nanoTime() - start) / 1e9;
      if (exit != ExitCode.DONE) {
        throw new IOException("Exit code %d of %s".formatted(exit, String.join(" ", command)));
      }
      return seconds;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
