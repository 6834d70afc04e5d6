package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.TEXT;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune stop}: ends a run, or one of its trials, from another process. */
@Command(
    name = "stop",
    description = {
      "Asks the driver that runs a sweep to end cleanly, as Ctrl-C does: running trials are"
          + " abandoned. The command that started the sweep resumes it later. With --trial, one"
          + " trial ends at its next report and keeps its measurements.",
      "Exit codes: 0 it has ended, or nothing ran; 1 the driver or the trial has not answered in"
          + " time; 2 the input is wrong."
    })
public final class StopCommand extends SweepCommand {

  private static final String WAITS = "0 or more";

  /** The outcome of the request. */
  private record Outcome(boolean ended, String message) {}

  private static final Shape<Outcome> OUTPUT =
      Shape.<Outcome>of(Outcome.class)
          .with("ended", FLAG, Outcome::ended)
          .with("message", TEXT, Outcome::message);

  @Option(
      names = "--trial",
      paramLabel = "TRIAL",
      description = "End this trial only: its id, or the id's beginning.")
  private Optional<String> trial = Optional.empty();

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long to wait for the end; default: ${DEFAULT-VALUE}.")
  @Allowed(WAITS)
  private int seconds;

  @Mixin private final JsonOutput json = new JsonOutput(OUTPUT);

  @Override
  public Integer call() throws Exception {
    if (seconds < 0) {
      throw new InputException("--wait is " + seconds + "; it must be " + WAITS + ".");
    }
    boolean driven = Sweeps.driven(directory);
    SweepView sweep = Sweeps.read(directory);
    Outcome outcome =
        trial.isPresent()
            ? stopTrial(sweep, driven, TrialChoice.find(sweep, directory, trial.get()))
            : stopSweep(sweep, driven);
    json.print(() -> outcome, () -> outcome.message() + "\n");
    return outcome.ended() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private Outcome stopSweep(SweepView sweep, boolean driven)
      throws IOException, InterruptedException {
    if (!driven) {
      return new Outcome(true, nobodyRuns(sweep));
    }
    LiveDriver.Answer answer = driver().ask(sweep.epoch(), new Request.StopSweep(), view -> false);
    SweepView then = Sweeps.read(directory);
    int ended = then.counts().total() - then.counts().pending() - then.counts().running();
    return switch (answer) {
      case DONE, DRIVER_ENDED ->
          new Outcome(
              true,
              "its driver has ended%s: %d of %d trials have ended%s"
                  .formatted(
                      then.reason().map(reason -> " (" + reason + ")").orElse(""),
                      ended,
                      then.total(),
                      then.completed().isPresent()
                          ? ""
                          : "; rerun the command that started it to resume"));
      case NOT_YET ->
          new Outcome(false, "its driver has the request, but has not ended after " + waited());
      case UNHEARD -> new Outcome(false, unheard());
    };
  }

  private Outcome stopTrial(SweepView sweep, boolean driven, TrialStatus status)
      throws IOException, InterruptedException {
    String id = status.trial().id();
    if (status.state().terminal()) {
      return new Outcome(true, "trial %s has ended: %s".formatted(id, status.state().label()));
    }
    if (!driven) {
      return new Outcome(true, nobodyRuns(sweep));
    }
    if (status.state() != TrialState.RUNNING) {
      throw new InputException(
          "Cannot stop trial %s: it is %s, and only a running one can be stopped."
              .formatted(id, status.state().label()));
    }
    LiveDriver.Answer answer =
        driver()
            .ask(
                sweep.epoch(),
                new Request.StopTrial(id),
                view -> view.trial(id).filter(now -> now.state().terminal()).isPresent());
    TrialStatus then = Sweeps.read(directory).trial(id).orElseThrow();
    return switch (answer) {
      case DONE -> new Outcome(true, ended(then));
      case DRIVER_ENDED -> new Outcome(true, "its driver has ended, and trial " + id + " with it");
      case NOT_YET ->
          new Outcome(
              false,
              "trial %s has not ended after %s: it ends at its next report, the last was at step %d"
                  .formatted(id, waited(), then.attempt().map(a -> a.lastStep()).orElse(0L)));
      case UNHEARD -> new Outcome(false, unheard());
    };
  }

  private static String ended(TrialStatus trial) {
    return "trial %s has ended at step %d: %s"
        .formatted(
            trial.trial().id(),
            trial.attempt().map(attempt -> attempt.lastStep()).orElse(0L),
            trial.state().label());
  }

  private String nobodyRuns(SweepView sweep) {
    return "no driver runs %s: it %s"
        .formatted(
            directory,
            sweep.completed().isPresent()
                ? "is complete"
                : sweep.reason().map(reason -> "has ended: " + reason).orElse("is dead")
                    + "; rerun the command that started it to resume");
  }

  private String unheard() {
    return "its driver has not looked for "
        + waited()
        + ": it may be of an older version, hang, or be on another machine that cannot be seen";
  }

  private String waited() {
    return TimeText.of(Duration.ofSeconds(seconds));
  }

  private LiveDriver driver() {
    return new LiveDriver(directory, Duration.ofSeconds(seconds));
  }
}
