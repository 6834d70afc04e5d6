package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.solve;
import static org.attune.model.reference.ReferenceAlgebra.spectral;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

/**
 * Intention, that is ridge regression of values on keys, asked at the queries.
 *
 * <p>Shapes: K (n, k), V (n, v), Q (m, k); W (k, v), output (m, v).
 */
final class ReferenceRidge {

  private ReferenceRidge() {}

  /** {@code W = (KᵀK + λI)⁻¹ KᵀV}. */
  static double[][] weights(double[][] k, double[][] v, double lambda) {
    return solve(gram(k, lambda), times(transpose(k), v));
  }

  /** {@code QW}, the primal form. */
  static double[][] primal(double[][] q, double[][] k, double[][] v, double lambda) {
    return times(q, weights(k, v, lambda));
  }

  /** {@code QKᵀ(KKᵀ + λI)⁻¹V}, the dual form. */
  static double[][] dual(double[][] q, double[][] k, double[][] v, double lambda) {
    return times(q, transpose(k), solve(gram(transpose(k), lambda), v));
  }

  /** {@code S = Q(KᵀK + λI)⁻¹Kᵀ}, shape (m, n): what multiplies the values. */
  static double[][] smoother(double[][] q, double[][] k, double lambda) {
    return times(q, solve(gram(k, lambda), transpose(k)));
  }

  /**
   * {@code K⁺V}: the limit λ = 0, by the pseudo-inverse; eigenvalues of KᵀK below the cut are 0.
   */
  static double[][] leastNormWeights(double[][] k, double[][] v, double cut) {
    double[][] inverse = spectral(gram(k, 0), l -> l > cut ? 1 / l : 0);
    return times(inverse, transpose(k), v);
  }

  /** Row t: {@code q_t (Σ_{j≤t} k_jᵀk_j + λI)⁻¹ Σ_{j≤t} k_jᵀv_j}, each t solved from nothing. */
  static double[][] causal(double[][] q, double[][] k, double[][] v, double lambda) {
    double[][] out = new double[q.length][];
    for (int t = 0; t < q.length; t++) {
      out[t] = primal(rows(q, t, t + 1), rows(k, 0, t + 1), rows(v, 0, t + 1), lambda)[0];
    }
    return out;
  }

  /** {@code KᵀK + λI}. */
  static double[][] gram(double[][] k, double lambda) {
    return plus(times(transpose(k), k), scaled(lambda, identity(k[0].length)));
  }
}
