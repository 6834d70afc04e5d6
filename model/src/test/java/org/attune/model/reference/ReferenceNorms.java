package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.dot;
import static org.attune.model.reference.ReferenceAlgebra.scaled;

/** RMS norms of rows, and what multi-token attention does to a head's output after it. */
final class ReferenceNorms {

  private ReferenceNorms() {}

  /** {@code x / √(mean x² + ε) ⊙ gain}, row by row. */
  static double[][] rms(double[][] x, double[] gain, double epsilon) {
    double[][] y = new double[x.length][x[0].length];
    for (int t = 0; t < x.length; t++) {
      double root = Math.sqrt(dot(x[t], x[t]) / x[t].length + epsilon);
      for (int c = 0; c < y[t].length; c++) {
        y[t][c] = x[t][c] / root * gain[c];
      }
    }
    return y;
  }

  /** {@code λ₀(ℓ) = 0.8 − 0.6 e^(−0.3 ℓ)}, ℓ from 0. */
  static double initialLambda(int layer) {
    return 0.8 - 0.6 * Math.exp(-0.3 * layer);
  }

  /** Depth scaling: {@code o (1 − λ₀(ℓ))}. */
  static double[][] depthScaled(double[][] o, int layer) {
    return scaled(1 - initialLambda(layer), o);
  }

  /** Scalar gating: {@code o σ(o·u + β)}, one number per head and position. */
  static double[][] scalarGated(double[][] o, double[] u, double beta) {
    double[][] gated = new double[o.length][];
    for (int t = 0; t < o.length; t++) {
      gated[t] = scaled(ReferenceGates.sigmoid(dot(o[t], u) + beta), new double[][] {o[t]})[0];
    }
    return gated;
  }

  /** Layer-norm scaling: {@code o / √(ℓ + 1)}, ℓ from 0. */
  static double[][] layerScaled(double[][] o, int layer) {
    return scaled(1 / Math.sqrt(layer + 1), o);
  }
}
