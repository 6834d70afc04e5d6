package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.columns;
import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.plusRow;
import static org.attune.model.reference.ReferenceAlgebra.times;

/** Gates on an attention head's output or input (science 1.2 to 1.4). */
final class ReferenceGates {

  private ReferenceGates() {}

  static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  static double silu(double x) {
    return x * sigmoid(x);
  }

  /** NS-σ: {@code ½ + ½ σ(x)}. */
  static double nonSparse(double x) {
    return 0.5 + 0.5 * sigmoid(x);
  }

  static double[][] sigmoid(double[][] x) {
    return map(x, ReferenceGates::sigmoid);
  }

  static double[][] silu(double[][] x) {
    return map(x, ReferenceGates::silu);
  }

  /** {@code a ⊙ b}. */
  static double[][] hadamard(double[][] a, double[][] b) {
    double[][] product = new double[a.length][a[0].length];
    for (int t = 0; t < a.length; t++) {
      for (int c = 0; c < a[0].length; c++) {
        product[t][c] = a[t][c] * b[t][c];
      }
    }
    return product;
  }

  /** neon010: {@code σ(q W + b)}; neon046 with q + k + v for q. */
  static double[][] shared(double[][] source, double[][] w, double[] b) {
    return sigmoid(plusRow(times(source, w), b));
  }

  /** neon052: {@code σ(q W_q + k W_k + v W_v + b)}. */
  static double[][] threeMatrices(
      double[][] q,
      double[][] k,
      double[][] v,
      double[][] wq,
      double[][] wk,
      double[][] wv,
      double[] b) {
    double[][] sum = plus(plus(times(q, wq), times(k, wk)), times(v, wv));
    return sigmoid(plusRow(sum, b));
  }

  /** {@code σ(w_q q + w_k k + w_v v + b)}, four numbers. */
  static double[][] fourScalars(double[][] q, double[][] k, double[][] v, double[] w) {
    double[][] g = new double[q.length][q[0].length];
    for (int t = 0; t < q.length; t++) {
      for (int c = 0; c < q[0].length; c++) {
        g[t][c] = sigmoid(w[0] * q[t][c] + w[1] * k[t][c] + w[2] * v[t][c] + w[3]);
      }
    }
    return g;
  }

  /** The layer norm of a row without gain or bias, ε = 1e-5. */
  static double[][] layerNorm(double[][] x) {
    double[][] y = new double[x.length][x[0].length];
    for (int t = 0; t < x.length; t++) {
      double mean = 0;
      for (double value : x[t]) {
        mean += value / x[t].length;
      }
      double variance = 0;
      for (double value : x[t]) {
        variance += (value - mean) * (value - mean) / x[t].length;
      }
      for (int c = 0; c < y[t].length; c++) {
        y[t][c] = (x[t][c] - mean) / Math.sqrt(variance + 1e-5);
      }
    }
    return y;
  }

  /** Headwise: every feature of head h times the h-th column of {@code scores (T, H)}. */
  static double[][] headwise(double[][] y, double[][] scores) {
    int width = y[0].length / scores[0].length;
    double[][] gated = new double[y.length][y[0].length];
    for (int t = 0; t < y.length; t++) {
      for (int c = 0; c < y[0].length; c++) {
        gated[t][c] = y[t][c] * scores[t][c / width];
      }
    }
    return gated;
  }

  /** Head-shared: the mean over heads of {@code scores (T, H·w)}, {@code (T, w)}. */
  static double[][] meanOverHeads(double[][] scores, int heads) {
    int width = scores[0].length / heads;
    double[][] mean = new double[scores.length][width];
    for (int h = 0; h < heads; h++) {
      double[][] head = columns(scores, h * width, (h + 1) * width);
      mean = plus(mean, ReferenceAlgebra.scaled(1.0 / heads, head));
    }
    return mean;
  }

  /** Input-independent: {@code σ(b)} for every head and feature, the same for all rows. */
  static double[][] inputIndependent(double[][] y, double[] b) {
    return hadamard(y, sigmoid(plusRow(new double[y.length][y[0].length], b)));
  }
}
