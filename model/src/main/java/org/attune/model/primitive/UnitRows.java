package org.attune.model.primitive;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * Rows over the root of their mean square, and the adjoint of that: for the formulas of norms.
 *
 * @param rows the rows over their roots
 * @param inverse of the roots
 */
record UnitRows(INDArray rows, INDArray inverse) {

  /** {@code x / sqrt(mean x² + epsilon)}, with the mean along dimension 1; overwrites x. */
  static UnitRows of(INDArray x, double epsilon) {
    INDArray inverse = Transforms.sqrt(x.mul(x).mean(true, 1).addi(epsilon), false).rdivi(1);
    return new UnitRows(x.muli(inverse), inverse);
  }

  /** The loss's derivative by x, from that by its unit rows. */
  INDArray adjoint(INDArray d) {
    return d.sub(rows.mul(d.mul(rows).mean(true, 1))).muli(inverse);
  }
}
