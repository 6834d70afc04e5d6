package org.attune.jobs.mcp;

import io.modelcontextprotocol.server.McpSyncServer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.OwnProtocol;
import org.attune.jobs.console.SafeStream;
import org.attune.jobs.lab.Labs;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.lab.Ledger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune mcp}: serves a lab to an agent. */
@Command(
    name = "mcp",
    description = {
      "Serves a lab to an agent by the Model Context Protocol on stdin and stdout. The agent"
          + " proposes sweeps with claims, and reads verdicts; it sees no sealed number earlier, and"
          + " spends no more than the budget. docs/agents.md shows how.",
      "When the agent leaves, a running sweep goes on, and proposals that wait start with the next"
          + " server."
    },
    mixinStandardHelpOptions = true)
public final class McpCommand implements Callable<Integer>, OwnProtocol {

  private static final String TRIALS = "1 or more";
  private static final String HOURS = "above 0";

  /** Seconds between looks for a proposal to start. */
  private static final int PAUSE = 5;

  private final Supplier<CommandLine> commands;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "LAB", description = "The lab's folder on this machine.")
  private String directory;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Trials of all proposals over the lab's life; default: ${DEFAULT-VALUE}.")
  @Allowed(TRIALS)
  private long trials = 1000;

  @Option(
      names = "--hours",
      paramLabel = "H",
      description = "Time of all their runs over the lab's life; default: ${DEFAULT-VALUE}.")
  @Allowed(HOURS)
  private double hours = 8;

  @Option(
      names = "--allow-programs",
      description = "Let proposals run programs on this machine. Without it they are refused.")
  private boolean programs;

  @Option(
      names = "--json-text",
      description =
          "Repeat each answer's JSON in its text, for a client that shows its model only texts.")
  private boolean jsonText;

  /**
   * The command.
   *
   * @param commands makes Attune's commands anew
   */
  public McpCommand(Supplier<CommandLine> commands) {
    this.commands = commands;
  }

  @Override
  public Integer call() throws Exception {
    if (trials < 1) {
      throw new InputException("--trials is " + trials + "; it must be " + TRIALS + ".");
    }
    if (!(hours > 0)) {
      throw new InputException("--hours is " + hours + "; it must be " + HOURS + ".");
    }
    Ledger ledger = Labs.named(directory);
    Path lab =
        Sweeps.storage(directory)
            .localFolder()
            .orElseThrow(() -> new InputException(directory + " is not on this machine's disk."))
            .toAbsolutePath()
            .normalize();
    Commands run = new Commands(commands);
    Allowance allowance =
        new Allowance(trials, Duration.ofSeconds(Math.round(hours * 3600)), programs);
    String main = spec.root().userObject().getClass().getName();
    Proposals proposals =
        new Proposals(
            lab, allowance, run, (proposal, words) -> BackgroundRun.start(main, proposal, words));
    PrintStream protocol = SafeStream.raw(System.out);
    System.setOut(System.err); // nothing but the protocol goes to stdout
    ProtocolLines lines = new ProtocolLines(System.in, protocol, LabServer.TOOLS);
    McpSyncServer server =
        new LabServer(new LabTopics(run), new LabTools(lab, ledger, proposals, run), jsonText)
            .serve(spec.root().versionProvider().getVersion()[0], lines.in(), lines.out());
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try {
      clock.scheduleWithFixedDelay(proposals::advanceOrSayWhy, 0, PAUSE, TimeUnit.SECONDS);
      lines.awaitEnd();
    } finally {
      clock.shutdown();
      server.close();
      System.setOut(protocol);
    }
    return ExitCode.DONE;
  }
}
