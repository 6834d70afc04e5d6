package org.attune.jobs;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.attune.cluster.slot.RunObserver;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Follows a run on stderr: on a terminal one line that is rewritten, otherwise a line for each
 * trial that ends.
 */
final class Progress implements RunObserver, AutoCloseable {

  /** The launcher sets it where stderr is a terminal. */
  private static final String TERMINAL = "attune.terminal";

  private static final Duration REDRAW = Duration.ofMillis(500);
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream error;
  private final boolean terminal;
  private final long trials;
  private final int slots;
  private final Optional<Duration> wallTime;
  private Instant drawn = Instant.EPOCH;
  private boolean lineOpen;
  private boolean tablesBehind;

  private Progress(
      PrintStream error, boolean terminal, long trials, int slots, Optional<Duration> wallTime) {
    this.error = error;
    this.terminal = terminal;
    this.trials = trials;
    this.slots = slots;
    this.wallTime = wallTime;
  }

  /**
   * @param trials in all
   * @param slots trials at a time
   * @param wallTime that the budget gives the sweep
   */
  static Progress start(long trials, int slots, Optional<Duration> wallTime) {
    return new Progress(System.err, Boolean.getBoolean(TERMINAL), trials, slots, wallTime);
  }

  @Override
  public void progress(SweepView sweep) {
    if (terminal && Duration.between(drawn, Instant.now()).compareTo(REDRAW) >= 0) {
      error.print(CLEAR_LINE + line(sweep));
      error.flush();
      lineOpen = true;
      drawn = Instant.now();
    }
  }

  @Override
  public void ended(SweepView sweep, TrialStatus trial, int attempt) {
    Attempt ended =
        trial.attempts().stream().filter(a -> a.number() == attempt).findFirst().orElseThrow();
    boolean failed = ended.state() == TrialState.FAILED;
    if (terminal && !failed) {
      return;
    }
    close();
    String what =
        failed
            ? "failed (%s): %s%s"
                .formatted(
                    ended.cause().map(cause -> cause.label()).orElse("unknown"),
                    ended.message(),
                    trial.state() == TrialState.PENDING ? "; it will be tried again" : "")
            : trial.state().label();
    error.printf("trial %s attempt %d %s | %s%n", trial.trial().id(), attempt, what, line(sweep));
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
                        + "; trials go on, and the tables are tried again every 30 s")
            .orElse("the tables are written again"));
  }

  @Override
  public void unserved(Duration since) {
    close();
    error.printf(
        "no executor has taken a trial for %d s; waiting. Does the cluster have workers with free"
            + " cores and memory?%n",
        since.toSeconds());
  }

  private String line(SweepView sweep) {
    Counts counts = sweep.counts();
    int done = counts.finished() + counts.stopped();
    StringBuilder line =
        new StringBuilder("%d/%d done, %d running".formatted(done, trials, counts.running()));
    if (counts.failed() > 0) {
      line.append(", %d failed".formatted(counts.failed()));
    }
    if (tablesBehind) {
      line.append(", tables behind");
    }
    sweep
        .best()
        .ifPresent(
            best ->
                line.append(
                    String.format(
                        Locale.ROOT,
                        ", best %s %.4f",
                        sweep.header().objective().metric(),
                        best.objective().orElse(Double.NaN))));
    Eta.of(sweep, trials, slots, wallTime, Instant.now())
        .ifPresent(left -> line.append(", ").append(Eta.describe(left)));
    return line.toString();
  }

  /** Ends the line that is being rewritten. */
  @Override
  public void close() {
    if (lineOpen) {
      error.print(CLEAR_LINE);
      error.flush();
      lineOpen = false;
    }
  }

  /** How long the rest takes, from how long trials took so far. */
  static final class Eta {
    private Eta() {}

    /** The trials' mean time, and how long all that are left take. */
    private record Estimate(Duration mean, Duration all) {
      /** Trials that run when the budget's time is over may end; none starts then. */
      Duration within(Optional<Duration> budget) {
        return budget
            .map(rest -> rest.isNegative() ? mean : rest.plus(mean))
            .filter(rest -> rest.compareTo(all) < 0)
            .orElse(all);
      }
    }

    /** Empty before the first trial has ended, and when none is left. */
    static Optional<Duration> of(
        SweepView sweep, long trials, int slots, Optional<Duration> wallTime, Instant now) {
      Optional<Duration> budget =
          wallTime.map(limit -> Duration.between(now, sweep.startedAt().plus(limit)));
      Counts counts = sweep.counts();
      long left =
          trials - counts.finished() - counts.stopped() - counts.failed() - counts.abandoned();
      return sweep
          .meanWallTime()
          .filter(mean -> left > 0 && mean.toMillis() > 0)
          .map(mean -> new Estimate(mean, mean.multipliedBy(left).dividedBy(slots)))
          .map(estimate -> estimate.within(budget));
    }

    static String describe(Duration left) {
      long seconds = left.toSeconds();
      return seconds < 90
          ? "about " + Math.max(1, seconds) + " s left"
          : seconds < 5400
              ? "about " + (seconds + 30) / 60 + " min left"
              : String.format(Locale.ROOT, "about %.1f h left", seconds / 3600.0);
    }
  }
}
