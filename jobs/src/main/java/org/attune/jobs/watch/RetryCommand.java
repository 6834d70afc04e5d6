package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.list;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Shape;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.Request;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune retry}: retries failed trials. */
@Command(
    name = "retry",
    description = {
      "Runs failed trials again, each with its full number of retries. The driver that runs the"
          + " sweep does this; without one, the next 'attune run' does.",
      "Exit codes: 0 they wait or run, or none has failed; 1 the driver has not answered in time; 2"
          + " the input is wrong."
    })
public final class RetryCommand extends SweepCommand {

  @ArgGroup(multiplicity = "1")
  private Which which;

  /** The trials to retry. */
  static final class Which {
    @Option(names = "--failed", required = true, description = "All trials that have failed.")
    boolean failed;

    @Option(
        names = "--trial",
        required = true,
        paramLabel = "TRIAL",
        description = "A failed trial: its id, or the id's beginning. May be repeated.")
    List<String> trials = new ArrayList<>();
  }

  private record Outcome(List<String> trials, String message) {}

  private static final Shape<Outcome> OUTPUT =
      Shape.<Outcome>of(Outcome.class)
          .with("trials", list(TEXT), Outcome::trials)
          .with("message", TEXT, Outcome::message);

  @Mixin private final JsonOutput json = new JsonOutput(OUTPUT);

  @Override
  public Integer call() throws Exception {
    boolean driven = Sweeps.driven(directory);
    SweepView sweep = Sweeps.read(directory);
    List<String> trials = trials(sweep);
    LiveDriver.Answer answer =
        trials.isEmpty() || !driven ? LiveDriver.Answer.DRIVER_ENDED : ask(sweep, trials);
    String message =
        trials.isEmpty()
            ? noneFailed(sweep)
            : switch (answer) {
              case DONE -> run(trials) + " again in the run that is going on" + left(sweep);
              case DRIVER_ENDED -> {
                journal(trials);
                yield run(trials) + " again with the next 'attune run'" + left(sweep);
              }
              case NOT_YET, UNHEARD -> new LiveDriver(directory).silence();
            };
    json.print(() -> new Outcome(trials, message), () -> message + "\n");
    return answer.exitCode();
  }

  private String noneFailed(SweepView sweep) {
    String notFinite = RunReport.notFinite(sweep);
    return "no trial of %s has failed%s"
        .formatted(
            directory,
            notFinite.isEmpty()
                ? ""
                : "; %s, which is a result: the same seed would end so again".formatted(notFinite));
  }

  /** Trials that {@code --failed} does not retry, though comparisons count them as failed. */
  private String left(SweepView sweep) {
    String notFinite = which.failed ? RunReport.notFinite(sweep) : "";
    return notFinite.isEmpty()
        ? ""
        : "; %s, which is a result: none of them runs again".formatted(notFinite);
  }

  private static String run(List<String> trials) {
    return trials.size() == 1 ? "1 failed trial runs" : trials.size() + " failed trials run";
  }

  private List<String> trials(SweepView sweep) {
    if (which.failed) {
      return sweep.trials(TrialState.FAILED).stream().map(status -> status.trial().id()).toList();
    }
    List<String> ids = new ArrayList<>();
    for (String named : which.trials) {
      TrialStatus status = TrialChoice.find(sweep, directory, named);
      if (status.state() != TrialState.FAILED) {
        throw new InputException(
            "Cannot retry trial %s: it is %s, and only failed trials can be retried."
                .formatted(status.trial().id(), status.state().label()));
      }
      ids.add(status.trial().id());
    }
    return ids;
  }

  private LiveDriver.Answer ask(SweepView sweep, List<String> trials)
      throws IOException, InterruptedException {
    Set<String> asked = new HashSet<>(trials);
    return new LiveDriver(directory)
        .ask(
            sweep.epoch(),
            new Request.RetryTrials(trials),
            view ->
                view.trials(TrialState.FAILED).stream()
                    .noneMatch(status -> asked.contains(status.trial().id())));
  }

  /** Journals the retries for the next driver. */
  private void journal(List<String> trials) throws IOException {
    Instant now = SteadyClock.ofProcess().instant();
    List<Event> events = new ArrayList<>();
    trials.forEach(id -> events.add(new Event.Retried(id, now)));
    events.add(new Event.Suspended(false, "failed trials are pending again", now));
    new LiveDriver(directory).journal(events);
  }
}
