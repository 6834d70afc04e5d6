package org.attune.model.primitive;

import static org.bytedeco.openblas.global.openblas.LAPACKE_dgetrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgetrs;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrs;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyev;
import static org.bytedeco.openblas.global.openblas.LAPACK_ROW_MAJOR;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The factors of a stack of square matrices (B, H, s, s), to solve with: computed in float64 on the
 * host, by LAPACK, for reference kernels on any backend.
 */
final class Factors {

  private enum Kind {
    CHOLESKY,
    LU,
    PSEUDO_INVERSE
  }

  private final Kind kind;
  private final int size;
  private final long[] shape;
  private final DataType type;
  private final double[][] factors;
  private final int[][] pivots;
  private final double[][] vectors; // of a pseudo-inverse: eigenvectors, in columns
  private final double[][] values; // and eigenvalues

  private Factors(Kind kind, INDArray stack) {
    this.kind = kind;
    shape = stack.shape();
    size = (int) shape[3];
    type = stack.dataType();
    factors = matrices(stack);
    pivots = new int[kind == Kind.LU ? factors.length : 0][size];
    vectors = new double[kind == Kind.PSEUDO_INVERSE ? factors.length : 0][];
    values = new double[vectors.length][size];
  }

  /**
   * Factors {@code A + λI} for symmetric A: by Cholesky, or for λ = 0 as a pseudo-inverse in which
   * eigenvalues count as 0 below {@code s ε} times the largest, ε being the array's precision.
   *
   * @throws ArithmeticException where rounding has left a matrix that is not positive definite
   */
  static Factors positive(INDArray stack, Lambda lambda) {
    Factors f = new Factors(lambda.isZero() ? Kind.PSEUDO_INVERSE : Kind.CHOLESKY, stack);
    for (int i = 0; i < f.factors.length; i++) {
      if (lambda.isZero()) {
        f.invert(i);
      } else {
        f.addDiagonal(i, lambda);
        requirePositive(LAPACKE_dpotrf(LAPACK_ROW_MAJOR, (byte) 'L', f.size, f.factors[i], f.size));
      }
    }
    return f;
  }

  /**
   * Factors {@code A + λI} for any A, with pivots.
   *
   * @throws ArithmeticException where a matrix is singular
   */
  static Factors general(INDArray stack, Lambda lambda) {
    Factors f = new Factors(Kind.LU, stack);
    for (int i = 0; i < f.factors.length; i++) {
      f.addDiagonal(i, lambda);
      int info =
          LAPACKE_dgetrf(LAPACK_ROW_MAJOR, f.size, f.size, f.factors[i], f.size, f.pivots[i]);
      if (info != 0) {
        throw new ArithmeticException(
            "Cannot solve: the matrix is singular or not finite; raise lambda");
      }
    }
    return f;
  }

  /** {@code (A + λI)⁻¹ B} for B (B, H, s, c). */
  INDArray solve(INDArray right) {
    return solve(right, (byte) 'N');
  }

  /** {@code (A + λI)⁻ᵀ B}. */
  INDArray solveTransposed(INDArray right) {
    return solve(right, (byte) 'T');
  }

  /** {@code log|A + λI|} by Cholesky's factors: (B, H, 1, 1). */
  INDArray logDeterminants() {
    double[] logs = new double[factors.length];
    for (int m = 0; m < logs.length; m++) {
      for (int i = 0; i < size; i++) {
        logs[m] += 2 * Math.log(factors[m][i * size + i]);
      }
    }
    return Nd4j.createFromArray(logs).castTo(type).reshape('c', shape[0], shape[1], 1, 1);
  }

  private INDArray solve(INDArray right, byte transposed) {
    int columns = (int) right.size(3);
    double[][] b = matrices(right);
    double[] all = new double[b.length * size * columns];
    for (int i = 0; i < b.length; i++) {
      double[] x = b[i];
      switch (kind) {
        case CHOLESKY ->
            LAPACKE_dpotrs(
                LAPACK_ROW_MAJOR, (byte) 'L', size, columns, factors[i], size, x, columns);
        case LU ->
            LAPACKE_dgetrs(
                LAPACK_ROW_MAJOR,
                transposed,
                size,
                columns,
                factors[i],
                size,
                pivots[i],
                x,
                columns);
        case PSEUDO_INVERSE -> x = product(factors[i], x, columns);
      }
      System.arraycopy(x, 0, all, i * size * columns, size * columns);
    }
    return Nd4j.createFromArray(all).castTo(type).reshape('c', right.shape());
  }

  private void addDiagonal(int i, Lambda lambda) {
    int heads = (int) shape[1];
    double value = lambda.at(i / heads, i % heads);
    for (int d = 0; d < size; d++) {
      factors[i][d * size + d] += value;
    }
  }

  /**
   * The derivative of {@code <W, A⁺>} by A, for symmetric changes of A: with {@code A = V diag(λ)
   * V'}, {@code V (F ∘ V'WV) V'} where {@code F_ij = (f(λ_i) - f(λ_j)) / (λ_i - λ_j)} and f is 1/λ,
   * or 0 where λ counts as 0 (Daleckii and Krein 1965). Valid while the same eigenvalues count.
   */
  INDArray derivativeOfPseudoInverse(INDArray weights) {
    double[][] w = matrices(weights);
    double[] all = new double[w.length * size * size];
    for (int m = 0; m < w.length; m++) {
      double[] v = vectors[m];
      double[] turned = product(transposed(v), product(w[m], v, size), size); // V'WV
      double[] lambda = values[m];
      double cut = cut(m);
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          turned[i * size + j] *= slope(lambda[i], lambda[j], cut);
        }
      }
      double[] back = product(v, product(turned, transposed(v), size), size);
      System.arraycopy(back, 0, all, m * size * size, size * size);
    }
    return Nd4j.createFromArray(all).castTo(type).reshape('c', shape);
  }

  private static double slope(double a, double b, double cut) {
    if (a > cut && b > cut) {
      return -1 / (a * b);
    }
    if (a <= cut && b <= cut) {
      return 0;
    }
    return a > cut ? 1 / (a * (a - b)) : 1 / (b * (b - a));
  }

  private double[] transposed(double[] matrix) {
    double[] t = new double[matrix.length];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        t[j * size + i] = matrix[i * size + j];
      }
    }
    return t;
  }

  private double cut(int m) {
    double epsilon = type == DataType.DOUBLE ? Math.ulp(1.0) : Math.ulp(1f);
    return size * epsilon * Math.max(0, values[m][size - 1]);
  }

  /** Puts a symmetric matrix's pseudo-inverse in its place. */
  private void invert(int m) {
    double[] v = factors[m].clone(); // becomes the eigenvectors, in columns
    double[] lambda = values[m];
    if (LAPACKE_dsyev(LAPACK_ROW_MAJOR, (byte) 'V', (byte) 'U', size, v, size, lambda) != 0) {
      throw new ArithmeticException("Cannot invert: the keys are not finite");
    }
    double[] inverse = new double[size * size];
    for (int e = 0; e < size; e++) {
      for (int i = 0; lambda[e] > cut(m) && i < size; i++) {
        for (int j = 0; j < size; j++) {
          inverse[i * size + j] += v[i * size + e] * v[j * size + e] / lambda[e];
        }
      }
    }
    factors[m] = inverse;
    vectors[m] = v;
  }

  private double[] product(double[] a, double[] b, int columns) {
    double[] x = new double[size * columns];
    for (int i = 0; i < size; i++) {
      for (int l = 0; l < size; l++) {
        for (int j = 0; j < columns; j++) {
          x[i * columns + j] += a[i * size + l] * b[l * columns + j];
        }
      }
    }
    return x;
  }

  static void requirePositive(int info) {
    if (info != 0) {
      throw new ArithmeticException(
          "Cannot solve the ridge: KᵀK + λI is not positive definite in this precision, or not"
              + " finite; raise lambda, or set it to 0 for the pseudo-inverse");
    }
  }

  private static double[][] matrices(INDArray stack) {
    int each = (int) (stack.size(2) * stack.size(3));
    double[] all = stack.dup('c').data().asDouble();
    double[][] one = new double[all.length / each][each];
    for (int i = 0; i < one.length; i++) {
      System.arraycopy(all, i * each, one[i], 0, each);
    }
    return one;
  }
}
