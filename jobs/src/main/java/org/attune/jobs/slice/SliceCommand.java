package org.attune.jobs.slice;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.ProcessSignals;
import org.attune.jobs.console.WrongNumber;
import org.attune.model.engine.Natives;
import org.attune.sweeps.spec.form.SpecException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code slice}: runs a pack's list for some minutes, from where the last slice ended. */
@Command(
    name = "slice",
    description = {
      "Runs the sweeps and programs of a list in order, on this machine's first GPU, and ends by"
          + " itself in time. The next call with the same DIR goes on where this one ended, also"
          + " after a kill.",
      "Exit codes: 0 the time is over, or all is done; 1 something failed; 2 the input is wrong;"
          + " 130 a signal ended it."
    },
    mixinStandardHelpOptions = true)
public final class SliceCommand implements Callable<Integer> {

  private static final double SECONDS_A_MINUTE = 60;
  private static final long MEGABYTE = 1_000_000;

  @Parameters(paramLabel = "DIR", description = "Where the results are, and go.")
  private Path folder;

  @Option(names = "--minutes", description = "How long, with all; default: ${DEFAULT-VALUE}.")
  @Allowed("above 0")
  private double minutes = 8;

  @Option(
      names = "--list",
      paramLabel = "FILE",
      defaultValue = "${env:ATTUNE_SLICE_LIST:-list.txt}",
      description = "The list; default: ${DEFAULT-VALUE}.")
  private Path list;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "The most trials at once; default: 8 on a GPU, else one a core.")
  @Allowed("1 or more")
  private Optional<Integer> slots = Optional.empty();

  @Option(
      names = "--steps-share",
      paramLabel = "SHARE",
      description = "A rehearsal: this part of each training's steps, such as 0.01.")
  @Allowed("above 0, at most 1")
  private double share = 1;

  @Option(
      names = "--megabytes",
      paramLabel = "N",
      description = "What DIR may take; checkpoints go first. Default: ${DEFAULT-VALUE}.")
  @Allowed("0 or more")
  private long megabytes = 60;

  private final PrintStream out = System.out;

  /** An entry, and what was done of it. */
  private record Done(SliceEntry entry, Optional<SliceResult> result) {
    boolean left() {
      return result.filter(SliceResult::done).isEmpty();
    }
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    CommandLine command = new CommandLine(new SliceCommand());
    command.setExecutionExceptionHandler((failure, line, parsed) -> failed(failure));
    command.setParameterExceptionHandler(
        (wrong, words) -> {
          System.err.println("slice: " + WrongNumber.message(wrong).orElse(wrong.getMessage()));
          return ExitCode.WRONG_INPUT;
        });
    int code = command.execute(args);
    System.out.flush();
    Runtime.getRuntime().halt(code); // threads of a card's library must not keep a slice alive
  }

  private static int failed(Exception failure) {
    boolean input = failure instanceof InputException || failure instanceof SpecException;
    if (input) {
      System.err.println("slice: " + failure.getMessage());
      return ExitCode.WRONG_INPUT;
    }
    failure.printStackTrace();
    return ExitCode.FAILED;
  }

  @Override
  public Integer call() throws Exception {
    if (!(minutes > 0) || !(share > 0) || share > 1) {
      throw new InputException(
          !(minutes > 0)
              ? "--minutes %s: it must be above 0".formatted(minutes)
              : "--steps-share %s: it must be above 0, at most 1".formatted(share));
    }
    if (slots.filter(most -> most < 1).isPresent()) {
      throw new InputException("--slots %s: it must be 1 or more".formatted(slots.get()));
    }
    SliceTime time = SliceTime.of(Duration.ofMillis(Math.round(minutes * SECONDS_A_MINUTE * 1000)));
    time.enforce();
    List<SliceEntry> entries = SliceEntry.read(list.toAbsolutePath());
    Files.createDirectories(folder);
    Natives.selectFastest();
    OptionalInt most = slots.map(OptionalInt::of).orElse(OptionalInt.empty());
    SliceMachine machine = SliceMachine.here(most);
    out.printf(Locale.ROOT, "slice of %s minutes; %s%n", minutes, machine.words());
    AtomicBoolean signalled = new AtomicBoolean();
    boolean broken = false;
    List<Done> done = new ArrayList<>();
    try (ProcessSignals signals = ProcessSignals.listen()) {
      for (SliceEntry entry : entries) {
        Optional<SliceResult> result = Optional.empty();
        if (time.remains() && !signalled.get() && !broken) {
          try {
            result = Optional.of(run(entry, machine, time, signals));
          } catch (IOException lost) { // a card, or the disk: another process may go on
            broken = true;
            result = Optional.of(new SliceResult(false, "cut short: " + lost, List.of()));
          }
        }
        signals.onFirst(reason -> signalled.set(true)); // also of one that ended the entry
        result.ifPresent(known -> tell(entry, known));
        done.add(new Done(entry, result));
      }
    }
    end(done);
    if (broken) {
      return ExitCode.FAILED;
    }
    return signalled.get() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  private SliceResult run(
      SliceEntry entry, SliceMachine machine, SliceTime time, ProcessSignals signals)
      throws IOException, InterruptedException, SpecException {
    Path beside = list.toAbsolutePath().resolveSibling("");
    StepsShare steps = new StepsShare(share);
    Optional<String> missing = entry.data().filter(data -> !Files.isReadable(beside.resolve(data)));
    if (missing.isPresent()) {
      return new SliceResult(true, "left out, for there is no " + missing.get(), List.of());
    }
    return entry.sweeps()
        ? SlicedSweep.of(entry, beside, folder.toAbsolutePath(), steps, machine).run(time, signals)
        : new SlicedProgram(entry, folder.toAbsolutePath(), steps).run(time, signals);
  }

  private void tell(SliceEntry entry, SliceResult result) {
    out.printf("%s: %s%n", entry.name(), result.state());
    result.news().forEach(line -> out.printf("  %s%n", line));
    out.flush();
  }

  private void end(List<Done> done) throws IOException {
    ResultsRoom room = new ResultsRoom(folder.toAbsolutePath(), megabytes * MEGABYTE);
    int deleted = room.keep();
    if (deleted > 0) {
      out.printf(
          "%s deleted for room, of trials that begin anew%n", Counted.of(deleted, "checkpoint"));
    }
    out.printf(Locale.ROOT, "%s has %.1f MB%n", folder, room.bytes() / (double) MEGABYTE);
    List<String> left = done.stream().filter(Done::left).map(each -> each.entry().name()).toList();
    out.println(left.isEmpty() ? "all is done" : "next: " + String.join(", ", left));
    out.flush();
  }
}
