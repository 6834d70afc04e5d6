package org.attune.jobs.watch;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.attune.api.storage.ShellWord;
import org.attune.api.trial.Cause;
import org.attune.cluster.slot.RunObserver;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.SafeStream;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.report.LostCheckpoints;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.session.SilentMaster;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Follows a run on stderr. On a terminal it rewrites one line; otherwise it prints a line for each
 * trial that ends.
 */
public final class Progress implements RunObserver, AutoCloseable {

  /** The launcher sets this property when stderr is a terminal. */
  private static final String TERMINAL = "attune.terminal";

  private static final Duration REDRAW = Duration.ofMillis(500);

  /** The machine's clock is adjusted by less all the time. */
  private static final Duration JUMP = Duration.ofMinutes(1);

  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream error;
  private final boolean terminal;
  private final int slots;
  private final String master;
  private final String directory;
  private final SteadyClock clock;
  private final ProgramChanges changes = new ProgramChanges();
  private Instant drawn = Instant.EPOCH;
  private Duration told = Duration.ZERO; // how far the machine's clock was ahead
  private boolean lineOpen;
  private boolean tablesBehind;
  private boolean saidUnwritten;
  private boolean saidRepeated;

  Progress(PrintStream error, boolean terminal, int slots, String master, String directory) {
    this(error, terminal, slots, master, directory, SteadyClock.ofProcess());
  }

  Progress(
      PrintStream error,
      boolean terminal,
      int slots,
      String master,
      String directory,
      SteadyClock clock) {
    this.clock = clock;
    this.error = error;
    this.terminal = terminal;
    this.slots = slots;
    this.master = master;
    this.directory = directory;
  }

  /**
   * Starts to show a sweep's progress.
   *
   * @param slots number of trials that may run at a time
   * @param master the master that Spark runs on
   * @param directory the sweep's directory, as the user named it
   */
  public static Progress start(int slots, String master, String directory) {
    return new Progress(System.err, Boolean.getBoolean(TERMINAL), slots, master, directory);
  }

  @Override
  public void progress(SweepView sweep) {
    tellOfClock();
    if (terminal && Duration.between(drawn, clock.instant()).compareTo(REDRAW) >= 0) {
      SafeStream.control(error, CLEAR_LINE);
      error.print(line(sweep));
      error.flush();
      lineOpen = true;
      drawn = clock.instant();
    }
  }

  /** Someone set the machine's clock, or the machine slept. */
  private void tellOfClock() {
    Duration ahead = clock.ahead();
    if (ahead.minus(told).abs().compareTo(JUMP) > 0) {
      close();
      error.printf(
          "the machine's clock has moved %s %s: the dates of this run go on by the clock at its start,"
              + " so durations stay right%n",
          TimeText.of(ahead.minus(told).abs()), ahead.compareTo(told) > 0 ? "ahead" : "back");
      told = ahead;
    }
  }

  @Override
  public void noted(SweepView sweep, TrialStatus trial, int attempt) {
    sayChanges(sweep, trial, attempt(trial, attempt));
    sayUnwritten(attempt(trial, attempt));
  }

  @Override
  public void ended(SweepView sweep, TrialStatus trial, int attempt) {
    Attempt ended = attempt(trial, attempt);
    sayChanges(sweep, trial, ended);
    sayUnwritten(ended);
    sayRepeated(trial, ended);
    boolean failed = ended.state() == TrialState.FAILED;
    boolean abandoned = ended.state() == TrialState.ABANDONED;
    if (terminal && !failed && !abandoned) {
      return;
    }
    close();
    String what = ended.adopted().isPresent() ? "adopted" : trial.state().label();
    if (failed || abandoned) {
      what =
          "%s%s: %s%s"
              .formatted(
                  ended.state().label(),
                  failed ? " (" + ended.cause().map(Cause::label).orElse("unknown") + ")" : "",
                  TerminalText.line(ended.message()),
                  trial.state() == TrialState.PENDING
                      ? "; it will be retried"
                      : RepeatedError.after(trial, ended));
    }
    error.printf("trial %s attempt %d %s | %s%n", trial.trial().id(), attempt, what, line(sweep));
  }

  private static Attempt attempt(TrialStatus trial, int number) {
    return trial.attempts().stream().filter(a -> a.number() == number).findFirst().orElseThrow();
  }

  private void sayChanges(SweepView sweep, TrialStatus trial, Attempt attempt) {
    changes
        .of(sweep, trial, attempt)
        .ifPresent(
            change -> {
              close();
              error.println(change);
            });
  }

  /** Says once that a checkpoint could not be written; the run's end counts them. */
  private void sayUnwritten(Attempt attempt) {
    Optional<String> lost = saidUnwritten ? Optional.empty() : LostCheckpoints.of(attempt);
    if (lost.isPresent()) {
      close();
      error.printf(
          "warning: cannot write %s; %s%n",
          lost.get(),
          attempt.state().terminal()
              ? "it was this attempt's last checkpoint"
              : "trials go on, and try again at their next checkpoint");
      saidUnwritten = true;
    }
  }

  /** Says once that a trial reported a step again. */
  private void sayRepeated(TrialStatus trial, Attempt attempt) {
    String repeated = attempt.provenance().get(Provenance.REPEATED);
    if (repeated != null && !saidRepeated) {
      close();
      error.printf(
          "note: trial %s reported %s; each report counts, in its order, and the last is the"
              + " result%n",
          trial.trial().id(), repeated);
      saidRepeated = true;
    }
  }

  @Override
  public void tables(Optional<String> trouble) {
    close();
    tablesBehind = trouble.isPresent();
    error.println(
        trouble
            .map(
                why ->
                    "the tables cannot be written: "
                        + why
                        + "; trials continue, and the tables are retried every 30 s")
            .orElse("the tables are written again"));
  }

  @Override
  public void unserved(Duration since, boolean first) {
    boolean silent = SilentMaster.is(master);
    if (silent || first) {
      close();
      error.println(
          silent
              ? "the master " + master + " does not answer: start it again." + restarted()
              : waiting(since));
    }
  }

  private String waiting(Duration since) {
    return Sessions.isLocal(master)
        ? "no trial has begun for %d s; waiting. Is this machine short of memory, or busy with other programs? End some of them; if that does not help: %s stop %s, then run the same command to resume"
            .formatted(since.toSeconds(), Launcher.name(), ShellWord.path(directory))
        : "no executor has taken a trial for %d s; waiting. Does the cluster have workers with free cores and memory?%s"
            .formatted(since.toSeconds(), restarted());
  }

  /** The way out where a standalone master has lost what it knew; nothing for another master. */
  private String restarted() {
    return SilentMaster.isStandalone(master)
        ? " If no executor comes within two minutes after a master was started anew, it does not know this run: %s stop %s, then run the same command to resume"
            .formatted(Launcher.name(), ShellWord.path(directory))
        : "";
  }

  @Override
  public void missingSlots(String trialId, int needed, int idle) {
    close();
    error.printf(
        "trial %s takes %d slots at once, and %d are there; waiting. Use fewer workers, or on a"
            + " cluster start more executors%n",
        trialId, needed, idle);
  }

  @Override
  public void rested(Event.Rested rested) {
    close();
    Duration rest = Duration.between(rested.time(), rested.until());
    String what = rest.isZero() ? "trials again" : "no trials for " + TimeText.of(rest);
    error.printf("%s is given %s: %s%n", rested.who(), what, rested.reason());
  }

  private String line(SweepView sweep) {
    int running = sweep.counts().running();
    int lately = Eta.atOnce(sweep);
    int atOnce = lately == 0 ? slots : Math.min(slots, lately);
    return ProgressLine.of(
        sweep,
        running,
        Eta.of(sweep, atOnce, clock.instant()),
        tablesBehind ? ", tables behind" : "");
  }

  /** Clears the line that is being rewritten. */
  @Override
  public void close() {
    if (lineOpen) {
      SafeStream.control(error, CLEAR_LINE);
      error.flush();
      lineOpen = false;
    }
  }
}
