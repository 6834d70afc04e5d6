package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;

/** Cholesky's factor, or the reason why there is none. */
final class Positive {

  private Positive() {}

  /**
   * Replaces a matrix by its factor.
   *
   * @throws ArithmeticException if it is not positive definite in float32, or not finite
   */
  static void require(Panel matrix, int sequence, int head) {
    int minor = matrix.cholesky();
    if (minor != 0 || !matrix.finiteDiagonal()) {
      throw new ArithmeticException(
          ("Cannot solve the ridge of sequence %d, head %d: KᵀK + λI is not positive definite in"
                  + " float32, or not finite; raise lambda, or set it to 0 for the pseudo-inverse")
              .formatted(sequence, head));
    }
  }
}
