package org.attune.jobs.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSError;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.api.storage.DamagedFileException;
import org.attune.cluster.store.HadoopFailure;
import org.attune.sweeps.search.OwnAnswers;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.store.UnsafeFileException;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns a failure into one clear message on stderr and an exit code. */
public final class FailureMessages
    implements CommandLine.IExecutionExceptionHandler, CommandLine.IParameterExceptionHandler {

  /** Options that Spark's own launcher takes, which are often given to a command. */
  private static final Set<String> OF_SPARK =
      Set.of("--master", "--deploy-mode", "--conf", "--executor-memory", "--executor-cores");

  /** What other tools call a command, with what to do here. */
  private static final Map<String, String> OF_OTHERS =
      Map.of(
          "resume", "the 'run' command that started a sweep resumes it",
          "extend", "'run FILE --extend' gives a sweep more to do",
          "plot", "'report' draws a sweep's results",
          "compare", "'analyze' compares a sweep's cells");

  /** How many letters make two options begin alike: "--" and two more. */
  private static final int BEGINNING = 4;

  /** The command whose word has blanks. */
  private static final String QUERY = "sql";

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    PrintWriter error = e.getCommandLine().getErr();
    Optional<String> unknown =
        unknownCommand(e)
            .or(() -> tooMany(e))
            .or(() -> unknownWord(e))
            .or(() -> withoutValue(e))
            .or(() -> WrongNumber.message(e));
    String message = unknown.orElseGet(() -> String.valueOf(e.getMessage()));
    Refusal.of(Refusal.Code.WRONG_WORDS, message)
        .print(Arrays.asList(arguments).contains(PrintedLines.OPTION));
    error.println("attune: " + TerminalText.lines(message));
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
        "there is no command '%s'%s"
            .formatted(
                given,
                OF_OTHERS.containsKey(given)
                    ? "; " + OF_OTHERS.get(given)
                    : Spelling.nearest(given, commands).isPresent()
                        ? Spelling.hint(given, commands)
                        : "; the commands are "
                            + ShortList.near(given, commands, "'attune --help'")));
  }

  /** The message for words beyond what a command takes; empty for any other mistake. */
  private static Optional<String> tooMany(ParameterException e) {
    if (!(e instanceof CommandLine.UnmatchedArgumentException unmatched)) {
      return Optional.empty();
    }
    List<String> words = unmatched.getUnmatched();
    Optional<String> option = words.stream().filter(word -> word.startsWith("-")).findFirst();
    if (option.isPresent()) {
      String given = option.get().replaceFirst("=.*", "");
      return Optional.of(
          "there is no option '%s'%s"
              .formatted(
                  given,
                  OF_SPARK.contains(given)
                      ? "; spark-submit takes it, before attune.jar: spark-submit " + given + " ..."
                      : nearest(given, e.getCommandLine().getCommandSpec().optionsMap().keySet())));
    }
    return Optional.of(
        "'%s' is one word too many; %s".formatted(words.get(0), taken(e.getCommandLine())));
  }

  /** The option that was probably meant: one that is spelled alike, or begins alike. */
  private static String nearest(String given, Set<String> options) {
    String hint = Spelling.hint(given, options);
    List<String> alike =
        options.stream()
            .filter(option -> option.length() >= BEGINNING)
            .filter(option -> given.startsWith(option.substring(0, BEGINNING)))
            .toList();
    return hint.isEmpty() && !alike.isEmpty()
        ? "; did you mean '" + Spelling.nearest(given, alike, 1).get(0) + "'?"
        : hint;
  }

  /** What a command takes besides options. */
  private static String taken(CommandLine command) {
    if (command.getCommandName().equals(QUERY)) {
      return "put a query of several words between quotes";
    }
    String labels =
        command.getCommandSpec().positionalParameters().stream()
            .map(ArgSpec::paramLabel)
            .collect(Collectors.joining(" "));
    return "%s takes only %s"
        .formatted(
            command.getCommandName(), labels.isEmpty() ? "options" : labels + " and options");
  }

  /** The message for a value that is none of an argument's words; empty for any other mistake. */
  private static Optional<String> unknownWord(ParameterException e) {
    ArgSpec argument = e.getArgSpec();
    if (argument == null || !argument.type().isEnum() || e.getValue() == null) {
      return Optional.empty();
    }
    List<String> words =
        Stream.of(argument.type().getEnumConstants())
            .map(word -> word.toString().toLowerCase(Locale.ROOT))
            .toList();
    return Optional.of(
        "%s'%s' is not one of %s%s"
            .formatted(
                argument instanceof OptionSpec option ? option.longestName() + " " : "",
                e.getValue(),
                String.join(", ", words),
                Spelling.hint(e.getValue().toLowerCase(Locale.ROOT), words)));
  }

  /** The message for {@code --set KEY} without a value; empty for any other mistake. */
  private static Optional<String> withoutValue(ParameterException e) {
    return e.getArgSpec() instanceof OptionSpec option
            && option.isMultiValue()
            && Map.class.isAssignableFrom(option.type())
            && e.getValue() != null
        ? Optional.of(
            "%s %s has no value; write %s %s=VALUE"
                .formatted(option.longestName(), e.getValue(), option.longestName(), e.getValue()))
        : Optional.empty();
  }

  /** The message about a damaged or unsafe file, which is complete without a stack trace. */
  private static Optional<String> damage(Throwable e) {
    return e instanceof DamagedFileException || e instanceof UnsafeFileException
        ? Optional.of(e.getMessage())
        : Optional.empty();
  }

  private static boolean asksForJson(CommandLine command) {
    return Optional.ofNullable(command.getParseResult())
        .filter(parsed -> PrintedLines.last(parsed).hasMatchedOption(PrintedLines.OPTION))
        .isPresent();
  }

  /**
   * Runs commands so that an {@link Error} too reaches {@link #handleExecutionException}: classes
   * of jars throw these, as when they were compiled against others. Picocli passes on exceptions
   * only.
   */
  public static IExecutionStrategy handingOverErrors(IExecutionStrategy strategy) {
    return parsed -> {
      try {
        return strategy.execute(parsed);
      } catch (FSError failed) { // Hadoop reports a full or broken disk so
        Throwable reason = Optional.ofNullable(failed.getCause()).orElse(failed);
        throw handedOver(parsed, new IOException(reason.getMessage(), failed));
      } catch (Error failed) {
        throw handedOver(parsed, failed);
      }
    };
  }

  private static ExecutionException handedOver(ParseResult parsed, Throwable failed) {
    CommandLine command = PrintedLines.last(parsed).commandSpec().commandLine();
    return new ExecutionException(command, String.valueOf(failed.getMessage()), failed);
  }

  @Override
  public int handleExecutionException(Exception given, CommandLine command, ParseResult parsed) {
    boolean handedOver = given instanceof ExecutionException;
    return tell(handedOver && given.getCause() instanceof Error e ? e : given, command);
  }

  private static int tell(Throwable e, CommandLine command) {
    PrintWriter error = command.getErr();
    boolean json = asksForJson(command);
    if (e instanceof SpecException wrong) {
      Refusal.of(wrong.problems()).print(json);
      wrong.problems().forEach(problem -> error.println(TerminalText.lines(problem.toString())));
      return ExitCode.WRONG_INPUT;
    }
    Optional<String> wrongInput =
        e instanceof InputException || e instanceof OwnAnswers.NullAnswerException
            ? Optional.of(e.getMessage())
            : BrokenService.describe(e);
    if (wrongInput.isPresent()) {
      Refusal.of(Refusal.Code.WRONG_INPUT, wrongInput.get()).print(json);
      error.println("attune: " + TerminalText.lines(wrongInput.get()));
      return ExitCode.WRONG_INPUT;
    }
    Optional<String> outside =
        FullDisk.describe(e)
            .or(() -> HadoopFailure.silent(e).map(why -> why + "."))
            .or(() -> damage(e));
    if (outside.isPresent()) {
      Refusal.of(damage(e).isPresent() ? Refusal.Code.DAMAGED : Refusal.Code.STORAGE, outside.get())
          .print(json);
      error.println("attune: " + TerminalText.lines(outside.get()));
      return ExitCode.FAILED;
    }
    String message =
        OwnCode.message(e, command.getCommandSpec().userObject(), command.getCommandName())
            .orElseGet(
                () -> e.getMessage() == null || e instanceof Error ? e.toString() : e.getMessage());
    Refusal.of(Refusal.Code.FAILED, message).print(json);
    error.println("attune: " + TerminalText.lines(message));
    e.printStackTrace(LogFile.writer());
    error.println("The stack trace is in the log: " + LogFile.describe());
    return ExitCode.FAILED;
  }
}
