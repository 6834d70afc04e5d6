package org.attune.jobs.watch;

import java.time.Duration;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.SafeStream;
import org.attune.jobs.sweep.FollowedSweep;
import org.attune.jobs.sweep.SweepCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune watch}: follows a sweep until it ends. */
@Command(
    name = "watch",
    description = {
      "Follows a sweep until the sweep or its driver ends. On a terminal it redraws 'status';"
          + " elsewhere it prints a line at each change, with --json an object.",
      "Exit codes: 0 the sweep is complete or out of budget; 1 its driver ended before, or has not"
          + " begun; 2 the input is wrong, or no run began the sweep within --wait."
    })
public final class WatchCommand extends SweepCommand {

  private static final String PAUSES = "1 or more";
  private static final String WAITS = "0 or more";

  private static final String CLEAR = "\033[H\033[2J";

  /** The pause between reads of the journal lasts at least this many times as long as a read. */
  private static final int READING_SHARE = 10;

  /** A run starts Spark, for seconds, before it opens the journal. */
  private static final String NO_DRIVER =
      "no driver runs this sweep now; to resume it, rerun the command that started it; a run that"
          + " has just begun takes it up once Spark has started: watch again then";

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description = "How often to look; default: ${DEFAULT-VALUE}.")
  @Allowed(PAUSES)
  private int seconds;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "How long to wait for a run that was just started, while its directory is not there yet;"
              + " default: ${DEFAULT-VALUE}.")
  @Allowed(WAITS)
  private int patience;

  @Mixin
  private final JsonOutput json =
      new JsonOutput(SweepStatus.SHAPE, "Print JSON, an object a line.");

  private void requireSense() {
    if (seconds < 1) {
      throw new InputException("--every is " + seconds + "; it must be " + PAUSES + ".");
    }
    if (patience < 0) {
      throw new InputException("--wait is " + patience + "; it must be " + WAITS + ".");
    }
  }

  @Override
  public Integer call() throws Exception {
    requireSense();
    boolean redraw = !json.asked() && ConsoleTerminal.isInteractive();
    long seen = -1;
    String printed = "";
    FollowedSweep sweep = FollowedSweep.in(directory);
    Duration every = Duration.ofSeconds(seconds);
    new AwaitedSweep(directory, Duration.ofSeconds(patience))
        .await(sweep, () -> Thread.sleep(every.toMillis()));
    while (true) {
      long since = System.nanoTime();
      SweepStatus status = SweepStatus.of(directory, sweep::look);
      boolean over = status.over();
      if (redraw) {
        String text = new StatusText(status).text();
        SafeStream.control(System.out, CLEAR);
        System.out.print(text);
        System.out.flush();
      } else if (status.sweep().events() != seen || over) {
        String line = json.asked() ? Json.line(status.object()) : status.line();
        if (!line.equals(printed)) {
          System.out.println(line);
        }
        printed = line;
      }
      if (over) {
        if (seen < 0 && status.sweep().completed().isEmpty()) {
          System.err.println(NO_DRIVER);
        }
        return status.interrupted() ? ExitCode.FAILED : ExitCode.DONE;
      }
      seen = status.sweep().events();
      long reading = (System.nanoTime() - since) / 1_000_000;
      Thread.sleep(Math.max(every.toMillis(), READING_SHARE * reading));
    }
  }
}
