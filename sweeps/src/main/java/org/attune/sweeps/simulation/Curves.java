package org.attune.sweeps.simulation;

import org.attune.api.trial.TrialContext;

/** A source of simulated trials' curves; equal trials get equal curves. */
@FunctionalInterface
public interface Curves {

  /** The curve of a trial. */
  Curve of(TrialContext trial);
}
