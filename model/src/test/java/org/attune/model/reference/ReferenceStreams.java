package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.columns;
import static org.attune.model.reference.ReferenceAlgebra.times;

/** Two residual streams (science 5, S1): the words' meaning, and notes that are never read out. */
final class ReferenceStreams {

  private ReferenceStreams() {}

  /** Logits of the first {@code semantic} columns alone; {@code output (d_sem, V)}. */
  static double[][] logits(
      double[][] x, int semantic, double[] gain, double epsilon, double[][] output) {
    return times(ReferenceNorms.rms(columns(x, 0, semantic), gain, epsilon), output);
  }
}
