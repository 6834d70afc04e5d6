package org.attune.model.cpu;

import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = f(x)}; the forward pass keeps the slopes. */
public final class ApplyKernel implements Kernel {

  private final Pointwise function;
  private final Value x;
  private final Floats xValues;
  private final Floats yValues;
  private final Floats xGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private final int chunkRows;
  private final float[][] slopes; // a chunk each

  public ApplyKernel(Pointwise function, Value x, Value y) {
    this.function = function;
    this.x = x;
    xValues = Floats.of(x.array());
    yValues = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    xGradient = backward ? Floats.of(x.gradient()) : null;
    yGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
    chunkRows = Scratch.rows(xValues.columns);
    int chunks = (xValues.rows + chunkRows - 1) / chunkRows;
    slopes = new float[backward ? chunks : 1][chunkRows * xValues.columns];
  }

  public static boolean supports(Pointwise function) {
    return Functions.supports(function);
  }

  @Override
  public void forward(Pass pass) {
    float[] in = scratch.array(0, slopes[0].length);
    float[] out = scratch.array(1, slopes[0].length);
    for (int row = 0, chunk = 0; row < xValues.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      xValues.read(row, rows, in);
      float[] slope = slopes[slopes.length == 1 ? 0 : chunk];
      Functions.evaluate(function, in, out, slope, rows * xValues.columns);
      yValues.write(row, rows, out);
    }
  }

  @Override
  public void backward() {
    boolean add = x.beta() == 1;
    float[] dy = scratch.array(0, slopes[0].length);
    float[] dx = scratch.array(1, slopes[0].length);
    for (int row = 0, chunk = 0; row < xValues.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      int n = rows * xValues.columns;
      yGradient.read(row, rows, dy);
      Functions.multiply(slopes[chunk], dy, n);
      if (add) {
        xGradient.read(row, rows, dx);
        Functions.add(dx, dy, n);
      }
      xGradient.write(row, rows, dy);
    }
  }
}
