package org.attune.model.primitive;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/** Rows over the root of their mean square, and the adjoint of that: for the formulas of norms. */
final class UnitRows {

  private final double epsilon;
  private INDArray unit;
  private INDArray inverse; // of the roots

  /**
   * @param epsilon keeps roots from zero
   */
  UnitRows(double epsilon) {
    this.epsilon = epsilon;
  }

  /** {@code x / sqrt(mean x² + epsilon)}, with the mean along dimension 1; overwrites x. */
  INDArray of(INDArray x) {
    inverse = Transforms.sqrt(x.mul(x).mean(true, 1).addi(epsilon), false).rdivi(1);
    unit = x.muli(inverse);
    return unit;
  }

  /** What {@link #of} returned. */
  INDArray rows() {
    return unit;
  }

  /** The loss's derivative by x, from that by its unit rows. */
  INDArray adjoint(INDArray d) {
    return d.sub(unit.mul(d.mul(unit).mean(true, 1))).muli(inverse);
  }
}
