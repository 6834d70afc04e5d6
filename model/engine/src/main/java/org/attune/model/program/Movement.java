package org.attune.model.program;

import java.util.List;

/** Updates state from a training's batches without a gradient, once a step. */
@FunctionalInterface
public interface Movement {

  /**
   * The state after a step.
   *
   * @param state before it, row by row
   * @param observations of each part of the batch, in order; the result must not depend on how the
   *     batch was split
   */
  double[] next(double[] state, List<double[]> observations);
}
