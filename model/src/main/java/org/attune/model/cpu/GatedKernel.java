package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Pass;

/** {@code y = f(gate) * x}; the forward pass keeps f(gate) and f'(gate) x. */
final class GatedKernel implements Kernel {

  private final Pointwise function;
  private final Floats gateValues;
  private final Floats xValues;
  private final Floats yValues;
  private final Sink<Floats> gateGradient;
  private final Sink<Floats> xGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private final int chunkRows;
  private final float[][] open; // f(gate), one per chunk
  private final float[][] slopes; // f'(gate) x

  GatedKernel(Gated primitive, Operands<Floats> at) {
    this.function = primitive.function();
    gateValues = at.in(0);
    xValues = at.in(1);
    yValues = at.out();
    boolean backward = at.backward();
    gateGradient = at.sink(0);
    xGradient = at.sink(1);
    yGradient = at.outGradient();
    scratch = new Scratch(at);
    chunkRows = Scratch.rows(xValues.columns);
    int chunks = backward ? (xValues.rows + chunkRows - 1) / chunkRows : 1;
    open = Scratch.keptForAdjoint(at, chunks, chunkRows * xValues.columns);
    slopes = Scratch.keptForAdjoint(at, chunks, chunkRows * xValues.columns);
  }

  @Override
  public void forward(Pass pass) {
    float[] g = scratch.array(0, open[0].length);
    float[] v = scratch.array(1, open[0].length);
    for (int row = 0, chunk = 0; row < xValues.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      int n = rows * xValues.columns;
      int kept = open.length == 1 ? 0 : chunk;
      gateValues.read(row, rows, g);
      xValues.read(row, rows, v);
      PointwiseFunctions.evaluate(function, g, open[kept], slopes[kept], n);
      ArrayMath.multiply(v, slopes[kept], n);
      ArrayMath.multiply(open[kept], v, n);
      yValues.write(row, rows, v);
    }
  }

  @Override
  public void backward() {
    if (xGradient.wanted()) {
      share(xGradient, open);
    }
    if (gateGradient.wanted()) {
      share(gateGradient, slopes);
    }
  }

  private void share(Sink<Floats> gradient, float[][] factors) {
    float[] dy = scratch.array(0, open[0].length);
    for (int row = 0, chunk = 0; row < xValues.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      int n = rows * xValues.columns;
      yGradient.read(row, rows, dy);
      ArrayMath.multiply(factors[chunk], dy, n);
      Floats.give(gradient, row, rows, dy);
    }
  }
}
