package org.attune.sweeps.simulation;

import org.attune.sweeps.trial.TrialContext;

/** Where a simulated trial's curve comes from; the same trial has the same one each time. */
@FunctionalInterface
public interface Curves {

  /** The curve of a trial. */
  Curve of(TrialContext trial);
}
