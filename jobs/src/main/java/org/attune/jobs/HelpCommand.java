package org.attune.jobs;

import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Spelling;
import org.attune.jobs.console.InputException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune help}: the same as {@code --help}. */
@Command(
    name = "help",
    description = "Shows how to use attune, or one of its commands, as --help does.")
final class HelpCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "A command.")
  private Optional<String> command = Optional.empty();

  @Override
  public void run() {
    CommandLine attune = spec.parent().commandLine();
    command.map(name -> of(name, attune.getSubcommands())).orElse(attune).usage(attune.getOut());
  }

  private static CommandLine of(String name, Map<String, CommandLine> commands) {
    if (!commands.containsKey(name)) {
      throw new InputException(
          "there is no command '%s'%s".formatted(name, Spelling.hint(name, commands.keySet())));
    }
    return commands.get(name);
  }
}
