package org.attune.model.primitive;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The pseudo-inverse of a symmetric matrix by its eigenvalues, in float64. Eigenvalues below {@code
 * s ε} times the largest count as 0. s is the matrix's size; ε is the precision of its numbers.
 */
public final class SymmetricInverse {

  // all of class Array2DRowRealMatrix: commons-math multiplies two of them several times faster
  private final Array2DRowRealMatrix vectors; // V
  private final Array2DRowRealMatrix turned; // V'
  private final double[] values;
  private final double cut;
  private final Array2DRowRealMatrix inverse;

  private SymmetricInverse(RealMatrix vectors, double[] values, double precision) {
    this.vectors = dense(vectors);
    this.turned = dense(vectors.transpose());
    this.values = values;
    double largest = Arrays.stream(values).max().orElse(0);
    cut = values.length * precision * Math.max(0, largest);
    Array2DRowRealMatrix scaled = new Array2DRowRealMatrix(vectors.getData(), false);
    for (int e = 0; e < values.length; e++) {
      double share = values[e] > cut ? 1 / values[e] : 0;
      for (int i = 0; i < values.length; i++) {
        scaled.multiplyEntry(i, e, share);
      }
    }
    inverse = scaled.multiply(turned);
  }

  /**
   * Inverts a matrix that is symmetric up to rounding; symmetrises it first.
   *
   * @param precision ε
   * @throws ArithmeticException if the matrix is not finite
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
  public Array2DRowRealMatrix matrix() {
    return inverse;
  }

  /**
   * The derivative of {@code <W, A⁺>} by A, for symmetric changes of A (Daleckii and Krein 1965).
   * With {@code A = V diag(λ) V'} it is {@code V (F ∘ V'WV) V'}, where {@code F_ij = (f(λ_i) -
   * f(λ_j)) / (λ_i - λ_j)}. f is 1/λ, or 0 where λ counts as 0. It is valid while the same
   * eigenvalues count.
   */
  public RealMatrix derivative(RealMatrix weights) {
    Array2DRowRealMatrix product = turned.multiply(dense(weights)).multiply(vectors);
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        product.multiplyEntry(i, j, slope(values[i], values[j]));
      }
    }
    return vectors.multiply(product).multiply(turned);
  }

  private static Array2DRowRealMatrix dense(RealMatrix matrix) {
    return matrix instanceof Array2DRowRealMatrix stored
        ? stored
        : new Array2DRowRealMatrix(matrix.getData(), false);
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
