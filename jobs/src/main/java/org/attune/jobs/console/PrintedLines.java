package org.attune.jobs.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * What a command printed, as JSON: for commands that have no other.
 *
 * @param exit the exit code
 * @param lines what it printed on stdout
 * @param warnings what it warned of on stderr
 */
public record PrintedLines(int exit, List<String> lines, List<String> warnings) {

  public static final String OPTION = "--json";

  public static final Shape<PrintedLines> SHAPE =
      Shape.of(PrintedLines.class)
          .with("exit", JsonType.WHOLE, PrintedLines::exit)
          .with("lines", JsonType.list(JsonType.TEXT), PrintedLines::lines)
          .with("warnings", JsonType.list(JsonType.TEXT), PrintedLines::warnings);

  /** Gives {@code --json} to a command and those below it, where they lack it, and its help. */
  public static void addOption(CommandLine command) {
    command.getSubcommands().values().forEach(PrintedLines::addOption);
    CommandSpec spec = command.getCommandSpec();
    JsonOutput.of(spec).ifPresent(output -> output.describeIn(spec));
    if (command.getSubcommands().isEmpty()
        && spec.parent() != null
        && !spec.optionsMap().containsKey(OPTION)
        && !(spec.userObject() instanceof OwnProtocol)) {
      spec.addOption(
          OptionSpec.builder(OPTION)
              .type(boolean.class)
              .description("Print JSON: the lines that it prints otherwise, and its warnings.")
              .build());
    }
  }

  /** The parsed words of the command that runs. */
  static ParseResult last(ParseResult parsed) {
    return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
  }

  /** Runs a command; with {@code --json}, its lines are kept until it ends, and printed as JSON. */
  public static IExecutionStrategy execution() {
    return parsed -> {
      ParseResult last = last(parsed);
      return JsonOutput.of(last.commandSpec()).isPresent()
              || !last.hasMatchedOption(OPTION)
              || last.isUsageHelpRequested()
          ? new RunLast().execute(parsed)
          : execute(parsed);
    };
  }

  private static int execute(ParseResult parsed) throws ExecutionException {
    PrintStream out = System.out;
    PrintStream error = System.err;
    ToldWarnings told = ToldWarnings.over(error);
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    CommandLine root = parsed.commandSpec().commandLine();
    PrintWriter usage = root.getOut();
    int exit;
    System.setOut(new PrintStream(kept, true, UTF_8));
    System.setErr(told.stream());
    root.setOut(new PrintWriter(System.out, true, UTF_8));
    try {
      exit = new RunLast().execute(parsed);
    } finally {
      System.out.flush();
      System.setOut(out);
      System.setErr(error);
      root.setOut(usage);
    }
    List<String> lines = kept.toString(UTF_8).lines().toList();
    System.out.print(Json.print(SHAPE.object(new PrintedLines(exit, lines, told.warnings()))));
    return exit;
  }
}
