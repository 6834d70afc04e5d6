package org.attune.jobs.console;

import java.util.Optional;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;

/**
 * A run that a signal or {@code attune stop} ended in order, before all trials had run.
 *
 * @param sweep the sweep's state at that point
 * @param reason the reason that the journal records
 */
public record Interruption(SweepView sweep, String reason) {

  /** How the sweep's last run was interrupted; empty if it was not. */
  public static Optional<Interruption> of(SweepView sweep) {
    return sweep
        .suspended()
        .filter(end -> !end.budget())
        .map(end -> new Interruption(sweep, end.reason()));
  }

  /** The interruption in one line. */
  public String message() {
    Counts counts = sweep.counts();
    int begun = sweep.interrupted().size();
    return "%s: %d of %d trials have ended%s; rerun the same command to resume"
        .formatted(
            reason,
            counts.total() - counts.pending() - counts.running(),
            sweep.total(),
            begun == 0 ? "" : ", %d %s interrupted".formatted(begun, begun == 1 ? "was" : "were"));
  }

  /**
   * The exit code: 129 after SIGHUP; otherwise 130, for SIGTERM and {@code attune stop} as for
   * Ctrl-C.
   */
  public int exitCode() {
    return reason.equals(ProcessSignals.reason(ProcessSignals.HANG_UP))
        ? ExitCode.HUNG_UP
        : ExitCode.INTERRUPTED;
  }
}
