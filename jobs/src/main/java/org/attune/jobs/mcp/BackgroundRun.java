package org.attune.jobs.mcp;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.PrintedLines;

/**
 * Runs a proposal as a process of its own, with this process's Java and class path. It has a
 * session of its own where the system can do that, so it outlives this process and its terminal.
 */
final class BackgroundRun {

  private static final Path SESSION = Path.of("/usr/bin/setsid");

  private BackgroundRun() {}

  /**
   * Starts {@code attune}.
   *
   * @param main the main class
   */
  static Process start(String main, ProposedSweep of, List<String> words) throws IOException {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(SESSION)) {
      command.add(SESSION.toString());
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-Dattune.stderr")) // a descriptor of this process
        .filter(option -> !option.startsWith("-javaagent"))
        .forEach(command::add);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main);
    command.addAll(words);
    command.add(PrintedLines.OPTION);
    return new ProcessBuilder(command)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(of.output().toFile())
        .redirectError(ProcessBuilder.Redirect.appendTo(of.log().toFile()))
        .start();
  }
}
