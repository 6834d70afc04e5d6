package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Multiply;
import org.attune.model.program.Pass;

/** {@code y = a * b} for operands of one shape. */
final class MultiplyKernel extends PairKernel {

  private final int chunkRows;

  MultiplyKernel(Multiply primitive, Operands<Floats> at) {
    super(at);
    chunkRows = Scratch.rows(output.columns);
  }

  @Override
  public void forward(Pass pass) {
    int size = chunkRows * output.columns;
    float[] x = scratch.array(0, size);
    float[] z = scratch.array(1, size);
    for (int row = 0; row < output.rows; row += chunkRows) {
      int rows = Math.min(chunkRows, output.rows - row);
      input.read(row, rows, x);
      second.read(row, rows, z);
      ArrayMath.multiply(x, z, rows * output.columns);
      output.write(row, rows, z);
    }
  }

  @Override
  public void backward() {
    if (toInput.wanted()) {
      share(second, toInput);
    }
    if (toSecond.wanted()) {
      share(input, toSecond);
    }
  }

  private void share(Floats other, Sink<Floats> sink) {
    int size = chunkRows * output.columns;
    float[] x = scratch.array(0, size);
    float[] d = scratch.array(1, size);
    for (int row = 0; row < output.rows; row += chunkRows) {
      int rows = Math.min(chunkRows, output.rows - row);
      int n = rows * output.columns;
      other.read(row, rows, x);
      gradient.read(row, rows, d);
      ArrayMath.multiply(x, d, n);
      Floats.give(sink, row, rows, d);
    }
  }
}
