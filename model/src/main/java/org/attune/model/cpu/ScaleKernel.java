package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = factor x + shift}. */
public final class ScaleKernel implements Kernel {

  private final float factor;
  private final float shift;
  private final Floats values;
  private final Floats scaled;
  private final Floats scaledGradient;
  private final GradientRows valueGradient;
  private final Scratch scratch;

  public ScaleKernel(Value x, double factor, double shift, Value y) {
    this.factor = (float) factor;
    this.shift = (float) shift;
    values = Floats.of(x.array());
    scaled = Floats.of(y.array());
    scaledGradient = y.gradient() == null ? null : Floats.of(y.gradient());
    valueGradient = new GradientRows(x, y);
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      values.read(i, 1, row);
      scale(row, factor, shift, values.columns);
      scaled.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    valueGradient.start();
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      scaledGradient.read(i, 1, row);
      scale(row, factor, 0, values.columns);
      valueGradient.give(i, row);
    }
  }

  private static void scale(float[] x, float factor, float shift, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Math.fma(factor, x[i], shift);
    }
  }
}
