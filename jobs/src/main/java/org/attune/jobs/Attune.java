package org.attune.jobs;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.attune.jobs.claims.ClaimsCommand;
import org.attune.jobs.console.ErrorStream;
import org.attune.jobs.console.FailureMessages;
import org.attune.jobs.console.LogFile;
import org.attune.jobs.console.PrintedLines;
import org.attune.jobs.console.SafeStream;
import org.attune.jobs.console.TemporaryFiles;
import org.attune.jobs.export.ExportCommand;
import org.attune.jobs.lab.LabCommand;
import org.attune.jobs.list.ListCommand;
import org.attune.jobs.mcp.McpCommand;
import org.attune.jobs.query.SqlCommand;
import org.attune.jobs.report.AnalyzeCommand;
import org.attune.jobs.report.CompareCommand;
import org.attune.jobs.report.PlotCommand;
import org.attune.jobs.report.ReportCommand;
import org.attune.jobs.report.TrendCommand;
import org.attune.jobs.run.RerunCommand;
import org.attune.jobs.run.RunCommand;
import org.attune.jobs.run.SimulateCommand;
import org.attune.jobs.run.ValidateCommand;
import org.attune.jobs.session.Container;
import org.attune.jobs.session.HdfsWatch;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.session.SystemBlas;
import org.attune.jobs.session.UnnamedUser;
import org.attune.jobs.sweep.SchemaCommand;
import org.attune.jobs.watch.BestCommand;
import org.attune.jobs.watch.LogsCommand;
import org.attune.jobs.watch.NoteCommand;
import org.attune.jobs.watch.PrioritiseCommand;
import org.attune.jobs.watch.RepairCommand;
import org.attune.jobs.watch.RetryCommand;
import org.attune.jobs.watch.SlotsCommand;
import org.attune.jobs.watch.StatusCommand;
import org.attune.jobs.watch.StopCommand;
import org.attune.jobs.watch.WatchCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The program {@code attune}: the main class of {@code ./attune} and of {@code spark-submit}.
 *
 * <p>Exit codes:
 *
 * <ul>
 *   <li>0: done
 *   <li>1: something failed at run time
 *   <li>2: the user's input is wrong, or a run's addresses do not answer
 *   <li>3: some trials failed permanently
 * </ul>
 */
@Command(
    name = "attune",
    description = "Runs sweeps over attention architectures on Spark.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND")
public final class Attune implements Runnable {

  private static final String NO_BENCHES =
      "There are no benchmarks here: neither attune.jar nor the distribution has them. Run"
          + " ./attune bench in a checkout, which builds them.";

  /** In the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          RunCommand.class,
          ClaimsCommand.class,
          LabCommand.class,
          RerunCommand.class,
          ValidateCommand.class,
          SimulateCommand.class,
          StatusCommand.class,
          WatchCommand.class,
          BestCommand.class,
          LogsCommand.class,
          NoteCommand.class,
          StopCommand.class,
          PrioritiseCommand.class,
          SlotsCommand.class,
          RetryCommand.class,
          RepairCommand.class,
          SqlCommand.class,
          AnalyzeCommand.class,
          CompareCommand.class,
          TrendCommand.class,
          ReportCommand.class,
          PlotCommand.class,
          ExportCommand.class,
          ListCommand.class,
          SchemaCommand.class,
          PythonCommand.class,
          HelpCommand.class);

  /** Commands that tell of the others. */
  private static final Set<Class<?>> OF_ALL = Set.of(HelpCommand.class, SchemaCommand.class);

  @Spec private CommandSpec spec;

  /**
   * Runs the command that the arguments name, then ends the process with the command's exit code.
   */
  public static void main(String[] arguments) {
    ErrorStream.begin();
    TemporaryFiles.deleteAtEnd();
    UnnamedUser.logIn();
    SystemBlas.keepOut(); // spark-submit starts this JVM without the launcher's options
    LogFile.begin();
    // Programs read the output: every format of this process uses this locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    int exitCode = execute(arguments);
    LogFile.end(exitCode);
    if (Container.isThis()) {
      Container.end(exitCode); // to YARN, any exit is a dead driver
    } else {
      System.exit(exitCode);
    }
  }

  /** Runs a command in this process and returns its exit code. */
  public static int execute(String... arguments) {
    PrintStream out = System.out;
    PrintStream error = System.err;
    System.setOut(SafeStream.over(out));
    System.setErr(SafeStream.over(error));
    try {
      return answer(arguments);
    } finally {
      System.out.flush();
      System.err.flush();
      System.setOut(out);
      System.setErr(error);
    }
  }

  private static int answer(String... arguments) {
    CommandLine command = command(List.of(arguments));
    try (HdfsWatch watch = HdfsWatch.start(arguments, System.err::println)) {
      return command.execute(withoutHelpOfNoCommand(command, arguments));
    }
  }

  /**
   * What answers some words: the command that the first word names, alone, since making the others
   * takes longer than many a command; else every command.
   */
  static CommandLine command(List<String> words) {
    return COMMANDS.stream()
        .filter(type -> !OF_ALL.contains(type))
        .filter(type -> !words.isEmpty() && words.get(0).equals(name(type)))
        .findFirst()
        .map(type -> answering(new CommandLine(new Attune()).addSubcommand(type)))
        .orElseGet(Attune::command);
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /** Every command, with what runs it and what tells its failures. */
  public static CommandLine command() {
    CommandLine command = own();
    AddedCommands.addTo(command, Attune.class.getClassLoader());
    MissingCommand.standIn(command, "bench", NO_BENCHES);
    MissingCommand.standIn(command, "reproduce", KnownPapers.MISSING);
    command.addSubcommand(new McpCommand(Attune::command));
    return answering(command);
  }

  /** The commands of this jar, without what runs them. */
  static CommandLine own() {
    CommandLine command = new CommandLine(new Attune());
    COMMANDS.forEach(command::addSubcommand);
    return command;
  }

  private static CommandLine answering(CommandLine command) {
    tellVersion(command);
    PrintedLines.addOption(command);
    return command
        .setExecutionStrategy(FailureMessages.handingOverErrors(PrintedLines.execution()))
        .setExecutionExceptionHandler(new FailureMessages())
        .setParameterExceptionHandler(new FailureMessages())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setOut(new PrintWriter(SafeStream.raw(System.out), true)); // for help, in colours
  }

  /**
   * Has a command and those below it tell the version. In an annotation picocli would ask for it
   * whenever it adds a command, and the answer starts Hadoop's and Spark's classes and the log.
   */
  private static void tellVersion(CommandLine command) {
    command.getCommandSpec().versionProvider(new BuildVersion());
    command.getSubcommands().values().forEach(Attune::tellVersion);
  }

  /**
   * Returns the words, or only the first if it is not a command: {@code --help} cannot help then.
   */
  private static String[] withoutHelpOfNoCommand(CommandLine command, String[] words) {
    boolean none =
        words.length > 0
            && !words[0].matches("[-@].*") // @FILE has words
            && !command.getSubcommands().containsKey(words[0]);
    return none ? new String[] {words[0]} : words;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "Missing a command.");
  }
}
