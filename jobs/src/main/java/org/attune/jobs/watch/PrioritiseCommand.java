package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.list;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Shape;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.CellCondition;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.Request;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune prioritise}: moves trials that have not started to the front. */
@Command(
    name = "prioritise",
    description = {
      "Runs the trials of some cells before all others that have not started. The driver that runs"
          + " the sweep does this; without one, the next 'attune run' does. A search that chooses"
          + " cells by results keeps its order; only trials that wait for another attempt move.",
      "Exit codes: 0 done; 1 the driver has not answered in time; 2 the input is wrong."
    })
public final class PrioritiseCommand extends SweepCommand {

  @ArgGroup(multiplicity = "1")
  private Which which;

  /** The cells that come first. */
  static final class Which {
    @Option(
        names = "--cell",
        required = true,
        paramLabel = "NAME",
        description = "A cell by its name, as 'attune status' and tables show it.")
    Optional<String> cell = Optional.empty();

    @Option(
        names = "--where",
        required = true,
        paramLabel = "CONDITION",
        description =
            "All cells that meet a condition on what the sweep varies, such as 'gate = learned' or"
                + " 'width >= 64 and gate != none'.")
    Optional<String> where = Optional.empty();
  }

  private record Outcome(List<String> conditions, String message) {}

  private static final Shape<Outcome> OUTPUT =
      Shape.<Outcome>of(Outcome.class)
          .with("conditions", list(TEXT), Outcome::conditions)
          .with("message", TEXT, Outcome::message);

  @Mixin private final JsonOutput json = new JsonOutput(OUTPUT);

  @Override
  public Integer call() throws Exception {
    boolean driven = Sweeps.driven(directory);
    SweepView sweep = Sweeps.read(directory);
    if (sweep.completed().isPresent()) {
      throw new InputException(
          "Cannot prioritise trials of %s: the sweep is complete, and none waits."
              .formatted(directory));
    }
    VariedKeys varied = VariedKeys.of(sweep);
    List<String> conditions =
        (which.cell.isPresent() ? varied.cell(which.cell.get()) : varied.where(which.where.get()))
            .stream().map(CellCondition::text).toList();
    LiveDriver.Answer answer = driven ? ask(sweep, conditions) : LiveDriver.Answer.DRIVER_ENDED;
    String first = "trials with " + String.join(" and ", conditions) + " come first";
    String message =
        switch (answer) {
          case DONE -> first + only(sweep);
          case DRIVER_ENDED -> {
            journal(conditions);
            yield first + " in the next 'attune run'" + only(sweep);
          }
          case NOT_YET, UNHEARD -> new LiveDriver(directory).silence();
        };
    json.print(() -> new Outcome(conditions, message), () -> message + "\n");
    return answer.exitCode();
  }

  private static String only(SweepView sweep) {
    return sweep.header().design().looksAtResults()
        ? ", of those that wait for another attempt: the search '%s' chooses new cells by results"
            .formatted(sweep.header().design().method())
        : "";
  }

  private LiveDriver.Answer ask(SweepView sweep, List<String> conditions)
      throws IOException, InterruptedException {
    Optional<Instant> before = sweep.prioritised().map(Event.Prioritised::time);
    return new LiveDriver(directory)
        .ask(
            sweep.epoch(),
            new Request.Prioritise(conditions),
            view ->
                view.prioritised()
                    .filter(latest -> latest.conditions().equals(conditions))
                    .filter(latest -> !Optional.of(latest.time()).equals(before))
                    .isPresent());
  }

  /** Journals the request for the next driver. */
  private void journal(List<String> conditions) throws IOException {
    Instant now = SteadyClock.ofProcess().instant();
    new LiveDriver(directory)
        .journal(
            List.of(
                new Event.Prioritised(conditions, now),
                new Event.Suspended(false, "some trials come first", now)));
  }
}
