package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.SquaredError;
import org.attune.model.program.Pass;

/** {@link SquaredError}, row by row, summed in float64. */
final class SquaredErrorKernel implements Kernel {

  private final Operands<Floats> at;
  private final int columns;
  private final Scratch scratch;

  SquaredErrorKernel(SquaredError p, Operands<Floats> at) {
    this.at = at;
    columns = p.x().columns();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] difference = scratch.array(0, columns);
    double sum = 0;
    for (int row = 0; row < at.in(0).rows; row++) {
      subtract(row, difference);
      double weight = at.in(2).at(row, 0);
      sum += weight * ArrayMath.dot(difference, difference, 0, columns) / columns;
    }
    at.out().at(0, 0, (float) sum);
  }

  @Override
  public void backward() {
    float[] d = scratch.array(0, columns);
    double outer = 2.0 * at.outGradient().at(0, 0) / columns;
    for (int row = 0; row < at.in(0).rows; row++) {
      subtract(row, d);
      float factor = (float) (outer * at.in(2).at(row, 0));
      for (int c = 0; c < columns; c++) {
        d[c] *= factor;
      }
      Floats.give(at.sink(0), row, 1, d);
    }
  }

  private void subtract(int row, float[] difference) {
    float[] target = scratch.array(1, columns);
    at.in(0).read(row, 1, difference);
    at.in(1).read(row, 1, target);
    for (int c = 0; c < columns; c++) {
      difference[c] -= target[c];
    }
  }
}
