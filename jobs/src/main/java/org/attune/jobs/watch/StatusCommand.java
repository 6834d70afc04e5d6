package org.attune.jobs.watch;

import java.util.concurrent.Callable;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune status}: shows a sweep's progress from its journal. */
@Command(
    name = "status",
    description =
        "Shows whether a driver lives, progress, elapsed and expected time, running trials, the"
            + " best so far, and failures with their causes.",
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "The sweep's directory.")
  private String directory;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    SweepStatus status = SweepStatus.of(directory);
    System.out.print(json ? Json.print(status.object()) : status.text());
    return ExitCode.DONE;
  }
}
