package org.attune.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.attune.jobs.console.InputException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands for a command of a jar beside the program's, where that jar is not on the class path. */
@Command(hidden = true)
final class MissingCommand implements Callable<Integer> {

  private final String message;

  @SuppressWarnings("UnusedVariable") // picocli puts there what nobody reads
  @Unmatched
  private List<String> words = new ArrayList<>();

  private MissingCommand(String message) {
    this.message = message;
  }

  /**
   * Adds a command that only says where the real one is, if the real one is not there.
   *
   * @param message says what is missing and where to find it
   */
  static void standIn(CommandLine program, String name, String message) {
    if (!program.getSubcommands().containsKey(name)) {
      CommandLine missing = new CommandLine(new MissingCommand(message));
      missing.getCommandSpec().usageMessage().description(message);
      program.addSubcommand(name, missing);
    }
  }

  @Override
  public Integer call() {
    throw new InputException(message);
  }
}
