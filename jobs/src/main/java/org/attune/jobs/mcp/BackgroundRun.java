package org.attune.jobs.mcp;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.console.PrintedLines;

/**
 * Runs a proposal as a process of its own. Where the system has {@code setsid}, the process has its
 * own session and outlives this process and its terminal.
 */
final class BackgroundRun {

  private static final Path SESSION = Path.of("/usr/bin/setsid");
  private static final String LAUNCHER = "attune.launcher"; // a property that ./attune sets

  private BackgroundRun() {}

  /**
   * Starts {@code attune}.
   *
   * @param main the main class
   */
  static Process start(String main, ProposedSweep proposal, List<String> words) throws IOException {
    List<String> command = command(main, Optional.ofNullable(System.getProperty(LAUNCHER)));
    command.addAll(words);
    command.add(PrintedLines.OPTION);
    return new ProcessBuilder(command)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(proposal.output().toFile())
        .redirectError(ProcessBuilder.Redirect.appendTo(proposal.log().toFile()))
        .start();
  }

  /**
   * What runs {@code attune}. A sweep needs other options than this process, and the launcher knows
   * them. The launcher also gives the run temporary files of its own, which outlive this process.
   *
   * @param launcher empty where none has started this process
   */
  static List<String> command(String main, Optional<String> launcher) {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(SESSION)) {
      command.add(SESSION.toString());
    }
    if (launcher.isPresent()) {
      command.add(launcher.get());
      return command;
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-Dattune.stderr")) // a descriptor of this process
        .filter(option -> !option.startsWith("-javaagent"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    return command;
  }
}
