package org.attune.jobs;

import java.util.Optional;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;

/**
 * The end of a run that someone ended in order before all was run: by a signal or {@code attune
 * stop}.
 *
 * @param sweep as it stands
 * @param reason what was said of it
 */
record Interruption(SweepView sweep, String reason) {

  /** How the last run of a sweep was interrupted, if it was. */
  static Optional<Interruption> of(SweepView sweep) {
    return sweep
        .suspended()
        .filter(end -> !end.budget())
        .map(end -> new Interruption(sweep, end.reason()));
  }

  /** In one line. */
  String message() {
    Counts counts = sweep.counts();
    return "%s: %d of %d trials have ended; the same command goes on with the rest"
        .formatted(reason, counts.total() - counts.pending() - counts.running(), sweep.total());
  }

  /** What a shell would say of the signal, of SIGTERM too as of Ctrl-C. */
  int exitCode() {
    return reason.equals(Signals.reason(Signals.HANG_UP)) ? ExitCode.HUNG_UP : ExitCode.INTERRUPTED;
  }
}
