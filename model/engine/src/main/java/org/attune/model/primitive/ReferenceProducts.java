package org.attune.model.primitive;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Products of matrices, or of each pair of two stacks of them, for formulas. */
final class ReferenceProducts {

  private ReferenceProducts() {}

  /** {@code a b}. */
  static INDArray product(INDArray a, INDArray b) {
    return Nd4j.matmul(a, b, false, false, false);
  }

  /** {@code aᵀ b}. */
  static INDArray productTN(INDArray a, INDArray b) {
    return Nd4j.matmul(a, b, true, false, false);
  }

  /** {@code a bᵀ}. */
  static INDArray productNT(INDArray a, INDArray b) {
    return Nd4j.matmul(a, b, false, true, false);
  }
}
