package org.attune.jobs;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;

/** How a sweep goes, in one line. */
final class ProgressLine {

  private ProgressLine() {}

  /**
   * The line.
   *
   * @param running trials that run: none where no driver lives
   * @param left how long the rest takes
   * @param more words before the best, each with its comma; may be empty
   */
  static String of(SweepView sweep, int running, Optional<Duration> left, String more) {
    Counts counts = sweep.counts();
    StringBuilder line =
        new StringBuilder(
            "%d/%d done, %d running"
                .formatted(counts.finished() + counts.stopped(), sweep.total(), running));
    if (counts.failed() > 0) {
      line.append(", %d failed".formatted(counts.failed()));
    }
    line.append(more);
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
    left.ifPresent(time -> line.append(", ").append(Eta.describe(time)));
    return line.toString();
  }
}
