package org.attune.model.cpu;

import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = f(gate) * x}; the forward pass keeps f(gate) and f'(gate) x. */
public final class GatedKernel implements Kernel {

  private final Pointwise function;
  private final Value gate;
  private final Value x;
  private final Floats gateValues;
  private final Floats xValues;
  private final Floats yValues;
  private final Floats gateGradient;
  private final Floats xGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private final int chunkRows;
  private final float[][] open; // f(gate), a chunk each
  private final float[][] slopes; // f'(gate) x

  public GatedKernel(Pointwise function, Value gate, Value x, Value y) {
    this.function = function;
    this.gate = gate;
    this.x = x;
    gateValues = Floats.of(gate.array());
    xValues = Floats.of(x.array());
    yValues = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    gateGradient = backward && gate.wantsGradient() ? Floats.of(gate.gradient()) : null;
    xGradient = backward && x.wantsGradient() ? Floats.of(x.gradient()) : null;
    yGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
    chunkRows = Scratch.rows(xValues.columns);
    int chunks = backward ? (xValues.rows + chunkRows - 1) / chunkRows : 1;
    open = new float[chunks][chunkRows * xValues.columns];
    slopes = new float[chunks][chunkRows * xValues.columns];
  }

  public static boolean supports(Pointwise function) {
    return Functions.supports(function);
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
      Functions.evaluate(function, g, open[kept], slopes[kept], n);
      Functions.multiply(v, slopes[kept], n);
      Functions.multiply(open[kept], v, n);
      yValues.write(row, rows, v);
    }
  }

  @Override
  public void backward() {
    if (xGradient != null) {
      share(x, xGradient, open);
    }
    if (gateGradient != null) {
      share(gate, gateGradient, slopes);
    }
  }

  private void share(Value value, Floats gradient, float[][] factors) {
    boolean add = value.beta() == 1;
    float[] dy = scratch.array(0, open[0].length);
    float[] old = scratch.array(1, open[0].length);
    for (int row = 0, chunk = 0; row < xValues.rows; row += chunkRows, chunk++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      int n = rows * xValues.columns;
      yGradient.read(row, rows, dy);
      Functions.multiply(factors[chunk], dy, n);
      if (add) {
        gradient.read(row, rows, old);
        Functions.add(old, dy, n);
      }
      gradient.write(row, rows, dy);
    }
  }
}
