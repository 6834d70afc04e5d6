package org.attune.model.primitive;

import java.util.function.UnaryOperator;
import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * Rows over the root of their mean square, and the adjoint of that: for the formulas of norms.
 *
 * @param rows the rows over their roots
 * @param inverse of the roots
 */
record UnitRows(INDArray rows, INDArray inverse) {

  /**
   * The formula of a norm.
   *
   * @param centred copies an array into the rows to be normalised
   */
  static Formula formula(Argument x, Argument y, UnaryOperator<INDArray> centred, double epsilon) {
    return Formula.keeping(
        pass -> {
          UnitRows unit = of(centred.apply(x.array()), epsilon);
          y.array().assign(unit.rows().reshape('c', y.rows(), y.columns()));
          return unit;
        },
        unit -> {
          INDArray dx = unit.adjoint(centred.apply(y.gradient()));
          x.addGradient(dx.reshape('c', x.rows(), x.columns()));
        });
  }

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
