package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.dot;
import static org.attune.model.reference.ReferenceAlgebra.minus;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.times;

/** The Differential Transformer's head (Ye et al. 2024, arXiv 2410.05258; science 2.1). */
final class ReferenceDifferential {

  private ReferenceDifferential() {}

  /** {@code λ = exp(λ_q1·λ_k1) − exp(λ_q2·λ_k2) + λ₀}. */
  static double lambda(double[] q1, double[] k1, double[] q2, double[] k2, int layer) {
    return Math.exp(dot(q1, k1)) - Math.exp(dot(q2, k2)) + ReferenceNorms.initialLambda(layer);
  }

  /** {@code softmax(q₁k₁ᵀ/√d_h) − λ softmax(q₂k₂ᵀ/√d_h)}. */
  static double[][] weights(
      double[][] q1, double[][] k1, double[][] q2, double[][] k2, double lambda) {
    double[][] first = ReferenceScores.softmax(ReferenceScores.dot(q1, k1));
    double[][] second = ReferenceScores.softmax(ReferenceScores.dot(q2, k2));
    return minus(first, scaled(lambda, second));
  }

  /** {@code RMS(A v) (1 − λ₀)}, v of twice the width. */
  static double[][] head(double[][] weights, double[][] v, double[] gain, int layer) {
    return ReferenceNorms.depthScaled(ReferenceNorms.rms(times(weights, v), gain, 1e-5), layer);
  }
}
