package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;

import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Shape;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.store.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune slots}: changes how many trials a live run trains at a time. */
@Command(
    name = "slots",
    description = {
      "Changes how many trials the driver that runs a sweep trains at a time. Running trials go on."
          + " There are never more slots than there are cores: those of this machine, or of a"
          + " cluster's executors. The change holds until the run ends; the sweep file's"
          + " execution.slots holds for each run.",
      "Exit codes: 0 done, or the driver has ended; 1 the driver has not answered in time; 2 the"
          + " input is wrong."
    })
public final class SlotsCommand extends SweepCommand {

  private static final String NUMBERS = "1 to 100,000";

  private static final int MOST = 100_000;

  private record Outcome(int atMost, String message) {}

  private static final Shape<Outcome> OUTPUT =
      Shape.<Outcome>of(Outcome.class)
          .with("atMost", WHOLE, Outcome::atMost)
          .with("message", TEXT, Outcome::message);

  @Option(
      names = "--at-most",
      required = true,
      paramLabel = "N",
      description = "Trials at a time: " + NUMBERS + ".")
  @Allowed(NUMBERS)
  private int atMost;

  @Mixin private final JsonOutput json = new JsonOutput(OUTPUT);

  @Override
  public Integer call() throws Exception {
    if (atMost < 1 || atMost > MOST) {
      throw new InputException("--at-most is " + atMost + "; it must be " + NUMBERS + ".");
    }
    boolean driven = Sweeps.driven(directory);
    int epoch = Sweeps.read(directory).epoch();
    if (!driven) {
      throw new InputException(
          "Cannot change the slots of %s: no driver runs it; run it with --set execution.slots=%d."
              .formatted(directory, atMost));
    }
    LiveDriver driver = new LiveDriver(directory);
    LiveDriver.Answer answer = driver.tell(epoch, new Request.LimitSlots(atMost));
    String message =
        switch (answer) {
          case DONE -> "the run trains at most %s at a time".formatted(Counted.of(atMost, "trial"));
          case DRIVER_ENDED -> "its driver has ended";
          case NOT_YET, UNHEARD -> driver.silence();
        };
    json.print(() -> new Outcome(atMost, message), () -> message + "\n");
    return answer.exitCode();
  }
}
