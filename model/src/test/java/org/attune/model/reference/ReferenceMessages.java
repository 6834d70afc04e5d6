package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

/**
 * Compressed tokens (science 5, C1; neon006): {@code c_j = x_j W^C} is all that a token leaves
 * behind; patterns and messages are made of it.
 */
final class ReferenceMessages {

  private ReferenceMessages() {}

  /** {@code c = x W^C}, {@code (T, d_c)}. */
  static double[][] compressed(double[][] x, double[][] wc) {
    return times(x, wc);
  }

  /** The query projected to a pattern, {@code s_ij = (x_i W^P)·c_j / √d_h}. */
  static double[][] scores(double[][] x, double[][] wp, double[][] c, int headWidth) {
    return scaled(1 / Math.sqrt(headWidth), times(x, wp, transpose(c)));
  }

  /** {@code o_i = Σ_j α_ij c_j W^M}. */
  static double[][] messages(double[][] weights, double[][] c, double[][] wm) {
    return times(weights, c, wm);
  }
}
