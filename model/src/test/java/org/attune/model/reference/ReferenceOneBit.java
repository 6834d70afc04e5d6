package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

/** One-bit weights and activations, and the gradients that stand for theirs (science 4.1). */
final class ReferenceOneBit {

  private ReferenceOneBit() {}

  /** {@code sign(0) = +1}. */
  static double sign(double x) {
    return x >= 0 ? 1 : -1;
  }

  static double[][] sign(double[][] x) {
    return map(x, ReferenceOneBit::sign);
  }

  /** BitLinear: {@code y = α_c (sign(x) sign(W)) + b_c}. */
  static double[][] linear(double[][] x, double[][] w, double[] scale, double[] bias) {
    double[][] y = times(sign(x), sign(w));
    for (double[] row : y) {
      for (int c = 0; c < row.length; c++) {
        row[c] = scale[c] * row[c] + bias[c];
      }
    }
    return y;
  }

  /** By the input: the gradient passes where |x| ≤ 1. */
  static double[][] inputGradient(
      double[][] x, double[][] w, double[] scale, double[][] outputGradient) {
    double[][] through = times(scaledColumns(outputGradient, scale), transpose(sign(w)));
    return ReferenceGates.hadamard(through, map(x, v -> Math.abs(v) <= 1 ? 1 : 0));
  }

  /** By the weights: as if sign were the identity. */
  static double[][] weightGradient(double[][] x, double[] scale, double[][] outputGradient) {
    return times(transpose(sign(x)), scaledColumns(outputGradient, scale));
  }

  /** The tied ±1 codebook: {@code scale · sign(h) sign(E)ᵀ}, d minus twice the bits that differ. */
  static double[][] codebook(double[][] hidden, double[][] embedding, double scale) {
    return ReferenceAlgebra.scaled(scale, times(sign(hidden), transpose(sign(embedding))));
  }

  private static double[][] scaledColumns(double[][] a, double[] scale) {
    double[][] s = new double[a.length][a[0].length];
    for (int t = 0; t < a.length; t++) {
      for (int c = 0; c < a[0].length; c++) {
        s[t][c] = a[t][c] * scale[c];
      }
    }
    return s;
  }
}
