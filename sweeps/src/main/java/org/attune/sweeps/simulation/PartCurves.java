package org.attune.sweeps.simulation;

import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.trial.TrialContext;

/**
 * Curves of trials that are parts of trainings. A part reports what the whole training with its
 * values would report, up to the step where the part ends.
 *
 * @param whole curves of whole trainings
 * @param steps the parameter for a training's last step
 * @param all its value for a whole training
 */
record PartCurves(Curves whole, String steps, long all) implements Curves {

  @Override
  public Curve of(TrialContext part) {
    SortedMap<String, String> cell = new TreeMap<>(part.configuration());
    long end = Long.parseLong(cell.put(steps, Long.toString(all)));
    TrialContext training =
        new TrialContext(part.trial(), part.attempt(), cell, part.seed(), part.threads());
    return whole.of(training).inSteps(all).upTo(end);
  }
}
