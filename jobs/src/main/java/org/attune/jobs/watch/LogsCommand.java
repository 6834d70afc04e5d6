package org.attune.jobs.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.storage.Storage;
import org.attune.cluster.slot.LeftResults;
import org.attune.jobs.console.CutText;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code attune logs}: how each attempt of a trial ended, with the stack traces of failures. */
@Command(
    name = "logs",
    description =
        "Shows a trial's attempts: how each ended, the stack trace where one failed, and what a"
            + " program of yours printed.")
public final class LogsCommand extends SweepCommand {

  /** Characters of a cell's name: a cell of many axes has a long one. */
  private static final int LONGEST_NAME = 200;

  @Option(
      names = "--trial",
      required = true,
      paramLabel = "TRIAL",
      description = "The trial's id, or its beginning.")
  private String trial;

  @Option(
      names = "--config",
      description =
          "Also show the trial's replicate and seed, and its whole configuration, a parameter a"
              + " line.")
  private boolean config;

  @Override
  public Integer call() throws Exception {
    SweepView sweep = Sweeps.read(directory);
    TrialStatus status = TrialChoice.find(sweep, directory, trial);
    System.out.printf(
        "trial %s, %s: %s%n",
        status.trial().id(),
        status.state().label(),
        CutText.of(TerminalText.line(CellNames.of(sweep).of(status.trial())), LONGEST_NAME, "..."));
    if (config) {
      System.out.printf(
          "  replicate %d, seed %d%n", status.trial().replicate(), status.trial().seed());
      new TreeMap<>(status.trial().configuration().values())
          .forEach((key, value) -> System.out.println("  " + TerminalText.line(key + "=" + value)));
    }
    System.out.print(describe(status, Sweeps.storage(directory)));
    return ExitCode.DONE;
  }

  private static String describe(TrialStatus status, Storage storage) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Attempt attempt : status.attempts()) {
      text.append(
          "attempt %d on %s, from %s%s: %s%s%n"
              .formatted(
                  attempt.number(),
                  TerminalText.line(attempt.host()),
                  attempt.startedAt(),
                  resumed(attempt),
                  attempt.state().label(),
                  attempt.cause().map(cause -> " (" + cause.label() + ")").orElse("")));
      text.append(shown(attempt.message()));
      LeftResults.trace(storage, attempt.epoch(), status.trial().id(), attempt.number())
          .ifPresent(trace -> text.append(shown(trace)));
      output(storage, status, attempt).ifPresent(printed -> text.append(shown(printed)));
    }
    return text.toString();
  }

  private static String resumed(Attempt attempt) {
    return attempt.startStep() == 0 ? "" : ", resumed after step " + attempt.startStep();
  }

  /**
   * Escapes control characters: a program may print characters that move the cursor or change
   * colours.
   */
  private static String shown(String text) {
    return TerminalText.lines(text).indent(2);
  }

  /** The output of the user's program; empty while the program runs, and for other tasks. */
  private static Optional<String> output(Storage storage, TrialStatus status, Attempt attempt)
      throws IOException {
    String path = SweepLayout.output(attempt.epoch(), status.trial().id(), attempt.number());
    if (!storage.exists(path)) {
      return Optional.empty();
    }
    return Optional.of(new String(WholeFile.read(storage, path), StandardCharsets.UTF_8));
  }
}
