package org.attune.jobs.slice;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attune.jobs.console.ProcessSignals;

/**
 * A program of a list, in a Java process with the class path and options of this process. If it
 * does not end in a slice, it runs anew in the next. {@code NAME.txt} gets its output.
 */
record SlicedProgram(SliceEntry entry, Path folder, StepsShare steps) {

  private static final int LINES = 200; // that a slice repeats
  private static final int LONGEST = 160; // characters of a reason; NAME.err has all

  /** Runs it, unless its results exist. */
  SliceResult run(SliceTime time, ProcessSignals signals) throws IOException, InterruptedException {
    Path results = folder.resolve(entry.name() + ".txt");
    if (Files.exists(results)) {
      return new SliceResult(true, "done before", List.of());
    }
    Path part = folder.resolve(entry.name() + ".part");
    Path errors = folder.resolve(entry.name() + ".err");
    Process process =
        new ProcessBuilder(command())
            .redirectOutput(part.toFile())
            .redirectError(errors.toFile())
            .start();
    signals.onFirst(reason -> process.destroyForcibly());
    try {
      if (!process.waitFor(Math.max(0, time.left().toMillis()), TimeUnit.MILLISECONDS)) {
        return new SliceResult(false, "needs more time than was left; it begins anew", List.of());
      }
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      return new SliceResult(false, "failed: " + reason(errors), List.of());
    }
    Files.move(part, results, StandardCopyOption.ATOMIC_MOVE);
    return new SliceResult(
        true, "done", Files.readAllLines(results).stream().limit(LINES).toList());
  }

  private List<String> command() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), entry.what()));
    command.addAll(steps.of(entry.words()));
    return command;
  }

  private static String reason(Path errors) throws IOException {
    List<String> lines = Files.readAllLines(errors);
    String reason =
        lines.stream()
            .filter(line -> line.startsWith("Exception in thread"))
            .findFirst()
            .orElse(lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1));
    return reason.length() > LONGEST ? reason.substring(0, LONGEST) + "..." : reason;
  }
}
