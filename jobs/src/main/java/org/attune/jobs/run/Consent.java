package org.attune.jobs.run;

import java.io.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.command.RecordedCommand;

/**
 * A person's consent to run a program that a sweep's directory names. The directory may come from
 * somebody else, and the program runs as the person who asks.
 *
 * @param directory the sweep's, as the user named it
 * @param command the program
 * @param folder where it would run
 */
record Consent(String directory, RecordedCommand command, Path folder) {

  /**
   * Shows the program, and asks unless the user has agreed already.
   *
   * @param agreed whether the user gave {@code --yes}
   * @throws InputException if nobody agrees
   */
  void require(boolean agreed) {
    if (agreed) {
      System.err.println(text());
      return;
    }
    Optional<Console> console = ConsoleTerminal.console();
    if (console.isEmpty()) {
      throw new InputException(
          text() + "\nNothing was run. If you trust this program, give --yes.");
    }
    String answer = console.get().readLine("%s%nRun it? [y/N] ", text());
    if (answer == null || !List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT))) {
      throw new InputException("Nothing was run.");
    }
  }

  private String text() {
    return Stream.concat(command.lines().stream(), Stream.of("folder: " + folder))
        .map(line -> "  " + TerminalText.line(line))
        .collect(Collectors.joining("\n", "%s names this program:\n".formatted(directory), ""));
  }
}
