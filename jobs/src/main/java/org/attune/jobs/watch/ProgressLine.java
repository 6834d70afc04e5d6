package org.attune.jobs.watch;

import java.time.Duration;
import java.util.Optional;
import org.attune.jobs.console.SpreadText;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;

/** A sweep's progress in one line. */
final class ProgressLine {

  private ProgressLine() {}

  /**
   * The line.
   *
   * @param running number of running trials; 0 when no driver is alive
   * @param left the estimated remaining time
   * @param more words to put before the best, each after a comma; may be empty
   */
  static String of(SweepView sweep, int running, Optional<Duration> left, String more) {
    Counts counts = sweep.counts();
    boolean most = mayEndEarlier(sweep);
    StringBuilder line =
        new StringBuilder(
            "%d/%d%s done, %d running"
                .formatted(
                    counts.finished() + counts.stopped(),
                    sweep.total(),
                    most ? " (at most)" : "",
                    running));
    if (counts.failed() > 0) {
      line.append(", %d failed".formatted(counts.failed()));
    }
    line.append(more);
    sweep
        .best()
        .ifPresent(
            best ->
                line.append(
                    ", best %s %s%s"
                        .formatted(
                            sweep.header().objective().metric(),
                            SpreadText.number(best.objective().orElse(Double.NaN)),
                            best.state() == TrialState.STOPPED ? " (stopped)" : "")));
    left.filter(time -> !most || running > 0)
        .ifPresent(
            time -> line.append(", ").append(Eta.describe(time)).append(most ? " at most" : ""));
    return line.toString();
  }

  /** Whether the sweep may end before all its trials: once all claims are decided. */
  private static boolean mayEndEarlier(SweepView sweep) {
    return sweep.completed().isEmpty()
        && sweep.header().design().replicates().filter(Replicates::untilDecided).isPresent();
  }
}
