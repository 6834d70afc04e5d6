package org.attune.model.primitive;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.NonPositiveDefiniteMatrixException;
import org.apache.commons.math3.linear.RealMatrix;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The factors of a stack of square matrices (B, H, s, s), used to solve linear systems. They are
 * computed in float64 on the host, for reference kernels on any backend. The code is plain Java, so
 * the reference does not depend on a machine's native libraries.
 */
final class MatrixFactors {

  /** The factorisation of one matrix. */
  private record Factor(
      UnaryOperator<RealMatrix> solve,
      UnaryOperator<RealMatrix> solveTransposed,
      double logDeterminant,
      Optional<SymmetricInverse> inverse) {}

  private static final double ASYMMETRY =
      1e9; // the asymmetry comes from rounding alone, so any is accepted

  private final int size;
  private final long[] shape;
  private final DataType type;
  private final Factor[] factors;

  private MatrixFactors(INDArray stack) {
    shape = stack.shape();
    size = (int) shape[3];
    type = stack.dataType();
    factors = new Factor[Math.toIntExact(shape[0] * shape[1])];
  }

  /**
   * Factors {@code A + λI} for symmetric A by Cholesky. At λ = 0 it computes the pseudo-inverse
   * instead: eigenvalues below {@code s ε} times the largest count as 0, where ε is the array's
   * precision.
   *
   * @throws ArithmeticException if rounding has made a matrix not positive definite
   */
  static MatrixFactors positive(INDArray stack, BoundLambda lambda) {
    MatrixFactors f = new MatrixFactors(stack);
    RealMatrix[] matrices = RealMatrices.of(stack);
    for (int i = 0; i < f.factors.length; i++) {
      f.factors[i] =
          lambda.isZero()
              ? f.pseudoInverse(matrices[i])
              : cholesky(f.plusDiagonal(matrices[i], i, lambda));
    }
    return f;
  }

  /**
   * Factors {@code A + λI} for any A, with pivoting.
   *
   * @throws ArithmeticException if a matrix is singular
   */
  static MatrixFactors general(INDArray stack, BoundLambda lambda) {
    MatrixFactors f = new MatrixFactors(stack);
    RealMatrix[] matrices = RealMatrices.of(stack);
    for (int i = 0; i < f.factors.length; i++) {
      RealMatrix matrix = f.plusDiagonal(matrices[i], i, lambda);
      LUDecomposition lu = new LUDecomposition(matrix, Double.MIN_NORMAL);
      if (!lu.getSolver().isNonSingular() || !Double.isFinite(matrix.getNorm())) {
        throw new ArithmeticException(
            "Cannot solve: the matrix is singular or not finite; raise lambda");
      }
      DecompositionSolver transposed =
          new LUDecomposition(matrix.transpose(), Double.MIN_NORMAL).getSolver();
      f.factors[i] =
          new Factor(lu.getSolver()::solve, transposed::solve, Double.NaN, Optional.empty());
    }
    return f;
  }

  private static Factor cholesky(RealMatrix matrix) {
    try {
      CholeskyDecomposition factor = new CholeskyDecomposition(matrix, ASYMMETRY, 0);
      double log = 0;
      for (int i = 0; i < matrix.getRowDimension(); i++) {
        log += 2 * Math.log(factor.getL().getEntry(i, i));
      }
      if (Double.isFinite(log)) {
        DecompositionSolver solver = factor.getSolver();
        return new Factor(solver::solve, solver::solve, log, Optional.empty());
      }
    } catch (NonPositiveDefiniteMatrixException e) {
      // the exception below reports it
    }
    throw new ArithmeticException(
        "Cannot solve the ridge: KᵀK + λI is not positive definite in this precision, or not"
            + " finite; raise lambda (over sets, 0 takes the pseudo-inverse)");
  }

  /** {@code (A + λI)⁻¹ B} for B (B, H, s, c). */
  INDArray solve(INDArray right) {
    return solved(right, false);
  }

  /** {@code (A + λI)⁻ᵀ B}. */
  INDArray solveTransposed(INDArray right) {
    return solved(right, true);
  }

  /** {@code log|A + λI|} by Cholesky's factors: (B, H, 1, 1). */
  INDArray logDeterminants() {
    double[] logs = Arrays.stream(factors).mapToDouble(Factor::logDeterminant).toArray();
    return Nd4j.createFromArray(logs).castTo(type).reshape('c', shape[0], shape[1], 1, 1);
  }

  private INDArray solved(INDArray right, boolean transposed) {
    RealMatrix[] b = RealMatrices.of(right);
    Arrays.setAll(
        b, i -> (transposed ? factors[i].solveTransposed() : factors[i].solve()).apply(b[i]));
    return RealMatrices.stack(b, right.shape(), type);
  }

  private RealMatrix plusDiagonal(RealMatrix matrix, int i, BoundLambda lambda) {
    int heads = (int) shape[1];
    double value = lambda.at(i / heads, i % heads);
    for (int d = 0; d < size; d++) {
      matrix.addToEntry(d, d, value);
    }
    return matrix;
  }

  /** The derivative of {@code <W, A⁺>} by A; see {@link SymmetricInverse#derivative}. */
  INDArray derivativeOfPseudoInverse(INDArray weights) {
    RealMatrix[] w = RealMatrices.of(weights);
    Arrays.setAll(w, m -> factors[m].inverse().orElseThrow().derivative(w[m]));
    return RealMatrices.stack(w, shape, type);
  }

  private Factor pseudoInverse(RealMatrix matrix) {
    double precision = type == DataType.DOUBLE ? Math.ulp(1.0) : Math.ulp(1f);
    SymmetricInverse inverse = SymmetricInverse.of(matrix, precision);
    UnaryOperator<RealMatrix> times = inverse.matrix()::multiply;
    return new Factor(times, times, Double.NaN, Optional.of(inverse));
  }
}
