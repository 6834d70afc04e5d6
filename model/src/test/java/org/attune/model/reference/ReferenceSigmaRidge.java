package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.softmaxRows;
import static org.attune.model.reference.ReferenceAlgebra.solve;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

/** The two readings of σ-Intention, for sets. */
final class ReferenceSigmaRidge {

  private ReferenceSigmaRidge() {}

  /** {@code softmax(S) V} with {@code S = Q(KᵀK + λI)⁻¹Kᵀ}. */
  static double[][] first(double[][] q, double[][] k, double[][] v, double lambda) {
    return times(softmaxRows(ReferenceRidge.smoother(q, k, lambda)), v);
  }

  /** {@code softmax(QKᵀ/√k) (softmax(KKᵀ/√k) + λI)⁻¹ V}. */
  static double[][] second(double[][] q, double[][] k, double[][] v, double lambda) {
    double[][] inner = plus(attention(k, k), scaled(lambda, identity(k.length)));
    return times(attention(q, k), solve(inner, v));
  }

  /** {@code softmax(QKᵀ/√k)}. */
  static double[][] attention(double[][] q, double[][] k) {
    return softmaxRows(scaled(1 / Math.sqrt(k[0].length), times(q, transpose(k))));
  }
}
