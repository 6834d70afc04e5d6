package org.attune.sweeps.importance;

import java.util.Optional;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepAnalysis;

/**
 * A sweep's axes at a step at which trials were stopped, before later steps left only survivors:
 * functional analysis of variance at one fidelity.
 *
 * @param step of the trials' values
 * @param analysis of all trials that have a value there
 * @param importances empty where {@link Importances#of} has none
 * @param stoppedBefore number of trials that were stopped before this step
 */
public record Rung(
    long step, SweepAnalysis analysis, Optional<Importances> importances, int stoppedBefore) {

  static Rung of(long step, Observations at) {
    SweepAnalysis analysis = SweepAnalysis.of(at);
    return new Rung(step, analysis, Importances.of(analysis), at.stops().size());
  }

  /** Number of trials that it rests on. */
  public int trials() {
    return analysis.observations().runs().size();
  }
}
