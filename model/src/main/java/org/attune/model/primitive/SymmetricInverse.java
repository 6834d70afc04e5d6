package org.attune.model.primitive;

import java.util.Arrays;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The pseudo-inverse of a symmetric matrix by its eigenvalues, in float64: those below {@code s ε}
 * times the largest count as 0, s being the size and ε the precision of the numbers that the matrix
 * is made of.
 */
public final class SymmetricInverse {

  private final RealMatrix vectors;
  private final double[] values;
  private final double cut;
  private final RealMatrix inverse;

  private SymmetricInverse(RealMatrix vectors, double[] values, double precision) {
    this.vectors = vectors;
    this.values = values;
    double largest = Arrays.stream(values).max().orElse(0);
    cut = values.length * precision * Math.max(0, largest);
    RealMatrix scaled = vectors.copy();
    for (int e = 0; e < values.length; e++) {
      double share = values[e] > cut ? 1 / values[e] : 0;
      for (int i = 0; i < values.length; i++) {
        scaled.multiplyEntry(i, e, share);
      }
    }
    inverse = scaled.multiply(vectors.transpose());
  }

  /**
   * Of a matrix that is symmetric but for rounding, and is made so.
   *
   * @param precision ε
   * @throws ArithmeticException where it is not finite
   */
  public static SymmetricInverse of(RealMatrix matrix, double precision) {
    if (!Double.isFinite(matrix.getNorm())) {
      throw new ArithmeticException("Cannot invert: the keys are not finite");
    }
    for (int i = 0; i < matrix.getRowDimension(); i++) {
      for (int j = 0; j < i; j++) {
        matrix.setEntry(i, j, matrix.getEntry(j, i));
      }
    }
    EigenDecomposition parts = new EigenDecomposition(matrix);
    return new SymmetricInverse(parts.getV(), parts.getRealEigenvalues(), precision);
  }

  /** The inverse A⁺. */
  public RealMatrix matrix() {
    return inverse;
  }

  /**
   * The derivative of {@code <W, A⁺>} by A, for symmetric changes of A: with {@code A = V diag(λ)
   * V'}, {@code V (F ∘ V'WV) V'} where {@code F_ij = (f(λ_i) - f(λ_j)) / (λ_i - λ_j)} and f is 1/λ,
   * or 0 where λ counts as 0 (Daleckii and Krein 1965). Valid while the same eigenvalues count.
   */
  public RealMatrix derivative(RealMatrix weights) {
    RealMatrix turned = vectors.transpose().multiply(weights).multiply(vectors); // V'WV
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        turned.multiplyEntry(i, j, slope(values[i], values[j]));
      }
    }
    return vectors.multiply(turned).multiply(vectors.transpose());
  }

  private double slope(double a, double b) {
    if (a > cut && b > cut) {
      return -1 / (a * b);
    }
    if (a <= cut && b <= cut) {
      return 0;
    }
    return a > cut ? 1 / (a * (a - b)) : 1 / (b * (b - a));
  }
}
