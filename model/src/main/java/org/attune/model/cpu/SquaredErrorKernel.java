package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.SquaredError;
import org.attune.model.program.Pass;

/** {@link SquaredError}, row by row, summed in float64. */
final class SquaredErrorKernel extends CpuKernel {

  private final int columns;

  SquaredErrorKernel(SquaredError p, Operands<Floats> at) {
    super(at);
    columns = p.x().columns();
  }

  @Override
  public void forward(Pass pass) {
    float[] difference = scratch.array(0, columns);
    double sum = 0;
    for (int row = 0; row < input.rows; row++) {
      subtract(row, difference);
      double weight = at.in(2).at(row, 0);
      sum += weight * ArrayMath.dot(difference, difference, 0, columns) / columns;
    }
    output.at(0, 0, (float) sum);
  }

  @Override
  public void backward() {
    float[] d = scratch.array(0, columns);
    double outer = 2.0 * gradient.at(0, 0) / columns;
    for (int row = 0; row < input.rows; row++) {
      subtract(row, d);
      float factor = (float) (outer * at.in(2).at(row, 0));
      for (int c = 0; c < columns; c++) {
        d[c] *= factor;
      }
      Floats.give(toInput, row, 1, d);
    }
  }

  private void subtract(int row, float[] difference) {
    float[] target = scratch.array(1, columns);
    input.read(row, 1, difference);
    second.read(row, 1, target);
    for (int c = 0; c < columns; c++) {
      difference[c] -= target[c];
    }
  }
}
