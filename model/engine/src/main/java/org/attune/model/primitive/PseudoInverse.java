package org.attune.model.primitive;

import java.util.Arrays;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The Moore-Penrose pseudo-inverse of each head's matrix: ridge regression at λ = 0.
 *
 * <p>It is computed from the singular values of the matrix itself, in float64 on the host. Singular
 * values below {@code max(rows, columns) ε} times the largest count as 0; ε is the array's
 * precision. Going through {@code AᵀA} would lose half of the digits.
 *
 * <p>The gradient is that of Golub and Pereyra 1973, which is valid while the rank is constant:
 * {@code dP = -P dA P + P Pᵀ dAᵀ (I - A P) + (I - P A) dAᵀ Pᵀ P}.
 *
 * @param a (B, H, n, d)
 */
public record PseudoInverse(Value a) implements KeepsOutput, Unary {

  /** The pseudo-inverses of a stack of matrices: (B, H, d, n). */
  public static Value pseudoInverse(Value a) {
    return Program.of(a).add(new PseudoInverse(a));
  }

  @Override
  public int[] shape() {
    return new int[] {a.size(0), a.size(1), a.size(3), a.size(2)};
  }

  @Override
  public double flops() {
    double n = Math.max(a.size(2), a.size(3));
    double d = Math.min(a.size(2), a.size(3));
    return 12 * n * d * d * a.size(0)
        * a.size(1); // about the cost of a singular value decomposition
  }

  @Override
  public Formula formula(Argument a, Argument p) {
    return Formula.of(
        pass -> {
          RealMatrix[] each = RealMatrices.of(a.array());
          Arrays.setAll(each, i -> inverse(each[i], precision(a.array().dataType())));
          p.array().assign(stack(each, p.array()));
        },
        () -> {
          RealMatrix[] matrices = RealMatrices.of(a.array());
          RealMatrix[] inverses = RealMatrices.of(p.array());
          RealMatrix[] gradients = RealMatrices.of(p.gradient());
          for (int i = 0; i < matrices.length; i++) {
            gradients[i] = adjoint(matrices[i], inverses[i], gradients[i]);
          }
          a.addGradient(stack(gradients, a.array()));
        });
  }

  private static INDArray stack(RealMatrix[] matrices, INDArray like) {
    return RealMatrices.stack(matrices, like.shape(), like.dataType());
  }

  private static double precision(DataType type) {
    return type == DataType.DOUBLE ? Math.ulp(1.0) : Math.ulp(1f);
  }

  /**
   * The pseudo-inverse of one matrix.
   *
   * @param precision ε of the numbers in the matrix
   */
  public static RealMatrix inverse(RealMatrix matrix, double precision) {
    if (!Double.isFinite(matrix.getNorm())) {
      throw new ArithmeticException("Cannot invert: the keys are not finite");
    }
    SingularValueDecomposition svd = new SingularValueDecomposition(matrix);
    double[] values = svd.getSingularValues(); // largest first
    int size = Math.max(matrix.getRowDimension(), matrix.getColumnDimension());
    RealMatrix v = svd.getV().copy(); // (d, r)
    for (int e = 0; e < values.length; e++) {
      double inverse = values[e] > size * precision * values[0] ? 1 / values[e] : 0;
      for (int i = 0; i < v.getRowDimension(); i++) {
        v.multiplyEntry(i, e, inverse);
      }
    }
    return v.multiply(svd.getUT());
  }

  /**
   * The loss's derivative by one matrix: {@code -PᵀGPᵀ + (I - AP) Gᵀ P Pᵀ + PᵀP Gᵀ (I - PA)}.
   *
   * @param a the matrix
   * @param p its pseudo-inverse
   * @param g the loss's derivative by the pseudo-inverse
   */
  public static RealMatrix adjoint(RealMatrix a, RealMatrix p, RealMatrix g) {
    RealMatrix turned = p.transpose();
    RealMatrix left = g.transpose().multiply(p).multiply(turned); // Gᵀ P Pᵀ
    RealMatrix right = turned.multiply(p).multiply(g.transpose()); // PᵀP Gᵀ
    return left.subtract(a.multiply(p.multiply(left)))
        .add(right.subtract(right.multiply(p).multiply(a)))
        .subtract(turned.multiply(g).multiply(turned));
  }
}
