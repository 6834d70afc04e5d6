package org.attune.sweeps.surrogate;

import java.util.Optional;
import org.apache.commons.math3.linear.NonPositiveDefiniteMatrixException;

/** Inverts Cholesky factors of covariances, in float64. */
final class Cholesky {

  private static final double FIRST_JITTER = 1e-10;
  private static final double MOST_JITTER = 1;

  private Cholesky() {}

  /**
   * The inverse of a symmetric matrix's lower Cholesky factor; reads the lower triangle. If
   * rounding made the matrix indefinite, a growing share of its mean diagonal is added, starting at
   * 1e-10.
   */
  static double[][] invertedFactor(double[][] matrix) {
    double scale = 0;
    for (int i = 0; i < matrix.length; i++) {
      scale += matrix[i][i] / matrix.length;
    }
    for (double jitter = 0; jitter <= MOST_JITTER; jitter = Math.max(FIRST_JITTER, jitter * 100)) {
      Optional<double[][]> factor = factor(matrix, jitter * scale);
      if (factor.isPresent()) {
        return invert(factor.get());
      }
    }
    throw new NonPositiveDefiniteMatrixException(scale, 0, 0);
  }

  /** The lower factor; empty if the matrix is not positive definite. */
  private static Optional<double[][]> factor(double[][] matrix, double added) {
    int n = matrix.length;
    double[][] l = new double[n][];
    for (int i = 0; i < n; i++) {
      double[] row = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double[] other = j == i ? row : l[j];
        double sum = matrix[i][j];
        for (int k = 0; k < j; k++) {
          sum -= row[k] * other[k];
        }
        if (j < i) {
          row[j] = sum / other[j];
        } else if (sum + added > 0) {
          row[i] = Math.sqrt(sum + added);
        } else {
          return Optional.empty();
        }
      }
      l[i] = row;
    }
    return Optional.of(l);
  }

  private static double[][] invert(double[][] l) {
    int n = l.length;
    double[][] inverse = new double[n][];
    for (int i = 0; i < n; i++) {
      double[] row = new double[i + 1];
      for (int k = 0; k < i; k++) {
        double factor = l[i][k];
        double[] above = inverse[k];
        for (int j = 0; j <= k; j++) {
          row[j] -= factor * above[j];
        }
      }
      double diagonal = 1 / l[i][i];
      for (int j = 0; j < i; j++) {
        row[j] *= diagonal;
      }
      row[i] = diagonal;
      inverse[i] = row;
    }
    return inverse;
  }
}
