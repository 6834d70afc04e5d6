package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.program.Pass;

/** The Cholesky factor, or the error that says why there is none. */
final class Positive {

  private Positive() {}

  /**
   * Replaces a matrix by its Cholesky factor.
   *
   * @param pass over the matrix's part of a batch
   * @param sequence within that part, from 0
   * @throws ArithmeticException if the matrix is not positive definite in float32, or not finite
   */
  static void require(Panel matrix, Pass pass, int sequence, int head) {
    int minor = matrix.cholesky();
    if (minor != 0 || !matrix.finiteDiagonal()) {
      throw new ArithmeticException(
          ("Cannot solve the ridge of sequence %d, head %d: KᵀK + λI is not positive definite in"
                  + " float32, or not finite; raise lambda (over sets, 0 takes the pseudo-inverse)")
              .formatted(pass.firstExample() + sequence, head));
    }
  }
}
