package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Pass;

/** {@code y = f(x)}; the forward pass keeps the slopes. */
final class ApplyKernel implements Kernel {

  private final Pointwise function;
  private final Floats xValues;
  private final Floats yValues;
  private final Sink<Floats> xGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private final int chunkRows;
  private final float[][] slopes; // one per chunk

  ApplyKernel(Apply primitive, Operands<Floats> at) {
    this.function = primitive.function();
    xValues = at.in(0);
    yValues = at.out();
    boolean backward = at.backward();
    xGradient = at.sink(0);
    yGradient = at.outGradient();
    scratch = new Scratch(at);
    chunkRows = Scratch.rows(xValues.columns);
    int chunks = (xValues.rows + chunkRows - 1) / chunkRows;
    slopes = Scratch.keptForAdjoint(at, backward ? chunks : 1, chunkRows * xValues.columns);
  }

  @Override
  public void forward(Pass pass) {
    float[] in = scratch.array(0, slopes[0].length);
    float[] out = scratch.array(1, slopes[0].length);
    for (int row = 0, chunk = 0; row < xValues.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      xValues.read(row, rows, in);
      float[] slope = slopes[slopes.length == 1 ? 0 : chunk];
      PointwiseFunctions.evaluate(function, in, out, slope, rows * xValues.columns);
      yValues.write(row, rows, out);
    }
  }

  @Override
  public void backward() {
    float[] dy = scratch.array(0, slopes[0].length);
    for (int row = 0, chunk = 0; row < xValues.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      int n = rows * xValues.columns;
      yGradient.read(row, rows, dy);
      ArrayMath.multiply(slopes[chunk], dy, n);
      Floats.give(xGradient, row, rows, dy);
    }
  }
}
