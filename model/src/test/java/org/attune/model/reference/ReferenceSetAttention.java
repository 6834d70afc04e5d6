package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.softmaxRows;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

/**
 * Softmax and linear attention of queries Q (m, k) over a set of keys K (n, k), values V (n, v).
 */
final class ReferenceSetAttention {

  private ReferenceSetAttention() {}

  /** {@code softmax(QKᵀ/√k) V}. */
  static double[][] softmax(double[][] q, double[][] k, double[][] v) {
    return times(softmaxRows(scaled(1 / Math.sqrt(k[0].length), times(q, transpose(k)))), v);
  }

  /** {@code QKᵀV}. */
  static double[][] linear(double[][] q, double[][] k, double[][] v) {
    return times(q, transpose(k), v);
  }

  /** Each weight is what a query and a key give, over the sum of the query's. */
  static double[][] over(
      LinearCases.Similarity similarity, double[][] q, double[][] k, double[][] v) {
    double[][] weights = new double[q.length][k.length];
    for (int i = 0; i < q.length; i++) {
      double sum = 1e-6; // in the code of Katharopoulos et al. 2020
      for (int j = 0; j < k.length; j++) {
        weights[i][j] = similarity.of(q[i], k[j]);
        sum += weights[i][j];
      }
      for (int j = 0; j < k.length; j++) {
        weights[i][j] /= sum;
      }
    }
    return times(weights, v);
  }

  /** Row t: {@code q_t Σ_{j≤t} k_jᵀv_j}. */
  static double[][] causalLinear(double[][] q, double[][] k, double[][] v) {
    double[][] out = new double[q.length][];
    for (int t = 0; t < q.length; t++) {
      out[t] = linear(rows(q, t, t + 1), rows(k, 0, t + 1), rows(v, 0, t + 1))[0];
    }
    return out;
  }
}
