package org.attune.jobs.console;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.spec.SpecException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns a failure into one clear message on stderr and an exit code. */
public final class FailureMessages
    implements CommandLine.IExecutionExceptionHandler, CommandLine.IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    PrintWriter error = e.getCommandLine().getErr();
    Optional<String> unknown = unknownCommand(e);
    error.println(
        "attune: " + TerminalText.lines(unknown.orElseGet(() -> String.valueOf(e.getMessage()))));
    if (unknown.isEmpty()) {
      CommandLine.UnmatchedArgumentException.printSuggestions(e, error);
    }
    error.printf("See '%s --help'.%n", e.getCommandLine().getCommandSpec().qualifiedName());
    return ExitCode.WRONG_INPUT;
  }

  /** The message for a first word that names no command; empty for any other mistake. */
  private static Optional<String> unknownCommand(ParameterException e) {
    Set<String> commands = e.getCommandLine().getSubcommands().keySet();
    if (commands.isEmpty()
        || !(e instanceof CommandLine.UnmatchedArgumentException unmatched)
        || unmatched.isUnknownOption()) {
      return Optional.empty();
    }
    String given = unmatched.getUnmatched().get(0);
    return Optional.of(
        "there is no command '%s'%s".formatted(given, Spelling.hint(given, commands)));
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    PrintWriter error = command.getErr();
    if (e instanceof SpecException wrong) {
      wrong.problems().forEach(problem -> error.println(TerminalText.lines(problem.toString())));
      return ExitCode.WRONG_INPUT;
    }
    if (e instanceof InputException) {
      error.println("attune: " + TerminalText.lines(e.getMessage()));
      return ExitCode.WRONG_INPUT;
    }
    Optional<String> full = FullDisk.describe(e);
    if (full.isPresent()) {
      error.println("attune: " + TerminalText.lines(full.get()));
      return ExitCode.FAILED;
    }
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    error.println("attune: " + TerminalText.lines(message));
    e.printStackTrace(LogFile.writer());
    error.println("The stack trace is in the log: " + LogFile.describe());
    return ExitCode.FAILED;
  }
}
