package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.softmaxRows;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.function.DoubleUnaryOperator;

/**
 * Scores {@code s_ij} and the causal weights {@code α_ij} made of them, {@code (T, T)} for one head
 * (science 5, P0 to P4). {@code n_i = i + 1} keys are visible to the query at i.
 */
final class ReferenceScores {

  private ReferenceScores() {}

  /** {@code q kᵀ / √d_h}. */
  static double[][] dot(double[][] q, double[][] k) {
    return scaled(1 / Math.sqrt(q[0].length), times(q, transpose(k)));
  }

  /** {@code W^P = W^K W^Qᵀ}, of one head. */
  static double[][] pattern(double[][] wq, double[][] wk) {
    return times(wk, transpose(wq));
  }

  /** {@code s_ij = x_i (x_j W^P)ᵀ / √d_h}. */
  static double[][] merged(double[][] x, double[][] pattern, int headWidth) {
    return scaled(1 / Math.sqrt(headWidth), times(x, transpose(times(x, pattern))));
  }

  /** {@code softmax over j ≤ i}. */
  static double[][] softmax(double[][] s) {
    double[][] masked = new double[s.length][s[0].length];
    for (int i = 0; i < s.length; i++) {
      for (int j = 0; j < s[0].length; j++) {
        masked[i][j] = j <= i ? s[i][j] : Double.NEGATIVE_INFINITY;
      }
    }
    return softmaxRows(masked);
  }

  /** P1: {@code σ(s − log T)}. */
  static double[][] sigmoidOverLength(double[][] s) {
    return causal(s, (score, n) -> ReferenceGates.sigmoid(score - Math.log(s.length)));
  }

  /** P1: {@code σ(s − log n_i)}. */
  static double[][] sigmoidOverVisible(double[][] s) {
    return causal(s, (score, n) -> ReferenceGates.sigmoid(score - Math.log(n)));
  }

  /** P2: {@code φ(s)/√n_i}. */
  static double[][] overRoot(double[][] s, DoubleUnaryOperator phi) {
    return causal(s, (score, n) -> phi.applyAsDouble(score) / Math.sqrt(n));
  }

  /** P3: {@code φ(s)/n_i}. */
  static double[][] overCount(double[][] s, DoubleUnaryOperator phi) {
    return causal(s, (score, n) -> phi.applyAsDouble(score) / n);
  }

  /** P4: {@code SiLU(q·g_j/√d_h) (q·k_j/√d_h) / √n_i}. */
  static double[][] neurons(double[][] q, double[][] k, double[][] g) {
    double[][] up = dot(q, k);
    double[][] gate = dot(q, g);
    double[][] product = new double[q.length][k.length];
    for (int i = 0; i < q.length; i++) {
      for (int j = 0; j < k.length; j++) {
        product[i][j] = ReferenceGates.silu(gate[i][j]) * up[i][j];
      }
    }
    return overRoot(product, s -> s);
  }

  interface OfScoreAndCount {
    double apply(double score, int visible);
  }

  private static double[][] causal(double[][] s, OfScoreAndCount weight) {
    double[][] a = new double[s.length][s[0].length];
    for (int i = 0; i < s.length; i++) {
      for (int j = 0; j <= i; j++) {
        a[i][j] = weight.apply(s[i][j], i + 1);
      }
    }
    return a;
  }
}
