package org.attune.jobs.watch;

import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonCommand;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.sweep.SweepCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code attune status}: shows a sweep's progress from its journal. */
@Command(
    name = "status",
    description =
        "Shows whether a driver is alive, progress, elapsed and expected time, running trials, the"
            + " best so far, and failures with their causes.")
public final class StatusCommand extends SweepCommand implements JsonCommand {

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public JsonType output() {
    return SweepStatus.SHAPE;
  }

  @Override
  public Integer call() throws Exception {
    SweepStatus status = SweepStatus.of(directory);
    System.out.print(json ? Json.print(status.object()) : new StatusText(status).text());
    return ExitCode.DONE;
  }
}
