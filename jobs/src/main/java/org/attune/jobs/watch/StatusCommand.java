package org.attune.jobs.watch;

import java.util.Optional;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepNotes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune status}: shows a sweep's progress from its journal. */
@Command(
    name = "status",
    description =
        "Shows whether a driver is alive, progress, elapsed and expected time, running trials, the"
            + " best so far, and failures with their causes. With --trial it shows all of one"
            + " trial: its metrics, its learning curve, its whole setting, and how to rerun it.")
public final class StatusCommand extends SweepCommand {

  @Mixin
  private final JsonOutput json =
      new JsonOutput(JsonType.either(SweepStatus.SHAPE, ShownTrial.SHAPE));

  @Option(
      names = "--trial",
      paramLabel = "T",
      description = "Show this trial: its id, or the beginning of it.")
  private Optional<String> trial = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (trial.isPresent()) {
      SweepView sweep = Sweeps.read(directory);
      ShownTrial shown =
          ShownTrial.of(
              directory,
              sweep,
              TrialChoice.find(sweep, directory, trial.get()),
              new SweepNotes(Sweeps.storage(directory)));
      json.print(() -> ShownTrial.SHAPE.object(shown), shown::text);
      return ExitCode.DONE;
    }
    SweepStatus status = SweepStatus.of(directory);
    json.print(status::object, new StatusText(status)::text);
    return ExitCode.DONE;
  }
}
