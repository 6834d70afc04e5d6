package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.program.Pass;

/** A kernel of one argument: each row of the output follows from the same row of the input. */
abstract class RowKernel extends CpuKernel {

  RowKernel(Operands<Floats> at) {
    super(at);
  }

  /** Computes a row of the output from that of the input, which it may overwrite. */
  abstract void forward(int row, float[] x, float[] y);

  /** Computes a row's derivative by the input from that by the output, which it may overwrite. */
  abstract void backward(int row, float[] dy, float[] dx);

  @Override
  public void forward(Pass pass) {
    float[] x = scratch.array(0, input.columns);
    float[] y = scratch.array(1, output.columns);
    for (int row = 0; row < input.rows; row++) {
      input.read(row, 1, x);
      forward(row, x, y);
      output.write(row, 1, y);
    }
  }

  @Override
  public void backward() {
    if (!toInput.wanted()) {
      return;
    }
    float[] dy = scratch.array(0, output.columns);
    float[] dx = scratch.array(1, input.columns);
    for (int row = 0; row < input.rows; row++) {
      gradient.read(row, 1, dy);
      backward(row, dy, dx);
      Floats.give(toInput, row, 1, dx);
    }
  }
}
