package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Pass;

/**
 * {@code y = f(x)}, or {@code y = f(gate) * x}. The forward pass keeps the slopes, and f(gate)
 * where there is a gate.
 */
final class ActivationKernel extends CpuKernel {

  private final Pointwise function;
  private final int chunkRows;
  private final float[][] slopes; // by the function's argument, one per chunk
  private final float[][] open; // f(gate), one per chunk; empty without a gate

  private ActivationKernel(Operands<Floats> at, Pointwise function, boolean gated) {
    super(at);
    this.function = function;
    chunkRows = Scratch.rows(input.columns);
    int chunks = at.backward() ? (input.rows + chunkRows - 1) / chunkRows : 1;
    open = Scratch.keptForAdjoint(at, gated ? chunks : 0, chunkRows * input.columns);
    slopes = Scratch.keptForAdjoint(at, chunks, chunkRows * input.columns);
  }

  static ActivationKernel apply(Apply p, Operands<Floats> at) {
    return new ActivationKernel(at, p.function(), false);
  }

  static ActivationKernel gated(Gated p, Operands<Floats> at) {
    return new ActivationKernel(at, p.function(), true);
  }

  @Override
  public void forward(Pass pass) {
    float[] argument = scratch.array(0, slopes[0].length);
    float[] y = scratch.array(1, slopes[0].length);
    for (int row = 0, chunk = 0; row < input.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, input.rows - row);
      int n = rows * input.columns;
      int kept = slopes.length == 1 ? 0 : chunk;
      input.read(row, rows, argument);
      if (open.length == 0) {
        PointwiseFunctions.evaluate(function, argument, y, slopes[kept], n);
      } else {
        PointwiseFunctions.evaluate(function, argument, open[kept], slopes[kept], n);
        at.in(1).read(row, rows, y);
        ArrayMath.multiply(y, slopes[kept], n);
        ArrayMath.multiply(open[kept], y, n);
      }
      output.write(row, rows, y);
    }
  }

  @Override
  public void backward() {
    if (open.length > 0 && at.sink(1).wanted()) {
      share(at.sink(1), open);
    }
    if (toInput.wanted()) {
      share(toInput, slopes);
    }
  }

  private void share(Sink<Floats> sink, float[][] factors) {
    float[] dy = scratch.array(0, slopes[0].length);
    for (int row = 0, chunk = 0; row < input.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, input.rows - row);
      gradient.read(row, rows, dy);
      ArrayMath.multiply(factors[chunk], dy, rows * input.columns);
      Floats.give(sink, row, rows, dy);
    }
  }
}
