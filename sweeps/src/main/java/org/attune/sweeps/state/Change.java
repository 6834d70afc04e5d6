package org.attune.sweeps.state;

import java.time.Instant;
import org.attune.sweeps.identity.SpecDifference;

/**
 * A change of a sweep's spec after its first trial: {@code run --extend}.
 *
 * @param epoch of the driver that made it; trials whose first attempt has an earlier epoch began
 *     before the change
 * @param time when that driver began
 * @param before the spec's text until then
 * @param after the spec's text from then on
 * @param trials the number of trials that the sweep had by then
 * @param complete whether the sweep was complete, so that its tables showed verdicts
 * @param searched whether results had chosen its cells by then
 */
public record Change(
    int epoch,
    Instant time,
    String before,
    String after,
    int trials,
    boolean complete,
    boolean searched) {

  /** Whether a trial began before the change. */
  public boolean follows(TrialStatus trial) {
    return !trial.attempts().isEmpty() && trial.attempts().get(0).epoch() < epoch;
  }

  /** The lines that differ, such as {@code + replicates: 8}. */
  public String difference() {
    return SpecDifference.between(before, after);
  }
}
