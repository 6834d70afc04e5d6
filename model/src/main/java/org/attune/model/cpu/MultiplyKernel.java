package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Multiply;
import org.attune.model.program.Pass;

/** {@code y = a * b} for operands of one shape. */
final class MultiplyKernel implements Kernel {

  private final Floats aValues;
  private final Floats bValues;
  private final Floats yValues;
  private final Sink<Floats> aGradient;
  private final Sink<Floats> bGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private final int chunkRows;

  MultiplyKernel(Multiply primitive, Operands<Floats> at) {
    aValues = at.in(0);
    bValues = at.in(1);
    yValues = at.out();
    aGradient = at.sink(0);
    bGradient = at.sink(1);
    yGradient = at.outGradient();
    scratch = new Scratch(at);
    chunkRows = Scratch.rows(yValues.columns);
  }

  @Override
  public void forward(Pass pass) {
    int size = chunkRows * yValues.columns;
    float[] x = scratch.array(0, size);
    float[] z = scratch.array(1, size);
    for (int row = 0; row < yValues.rows; row += chunkRows) {
      int rows = Math.min(chunkRows, yValues.rows - row);
      aValues.read(row, rows, x);
      bValues.read(row, rows, z);
      ArrayMath.multiply(x, z, rows * yValues.columns);
      yValues.write(row, rows, z);
    }
  }

  @Override
  public void backward() {
    if (aGradient.wanted()) {
      share(bValues, aGradient);
    }
    if (bGradient.wanted()) {
      share(aValues, bGradient);
    }
  }

  private void share(Floats other, Sink<Floats> gradient) {
    int size = chunkRows * yValues.columns;
    float[] x = scratch.array(0, size);
    float[] d = scratch.array(1, size);
    for (int row = 0; row < yValues.rows; row += chunkRows) {
      int rows = Math.min(chunkRows, yValues.rows - row);
      int n = rows * yValues.columns;
      other.read(row, rows, x);
      yGradient.read(row, rows, d);
      ArrayMath.multiply(x, d, n);
      Floats.give(gradient, row, rows, d);
    }
  }
}
