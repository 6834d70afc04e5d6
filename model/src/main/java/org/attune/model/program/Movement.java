package org.attune.model.program;

import java.util.List;

/** How state follows the batches of a training, by no gradient: once a step. */
@FunctionalInterface
public interface Movement {

  /**
   * The state after a step.
   *
   * @param state before it, row by row
   * @param observations what each part of the batch showed, in order; the state must not depend on
   *     how the batch was cut
   */
  double[] next(double[] state, List<double[]> observations);
}
