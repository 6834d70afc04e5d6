package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Scale;
import org.attune.model.program.Pass;

/** {@code y = factor x + shift}. */
final class ScaleKernel implements Kernel {

  private final float factor;
  private final float shift;
  private final Floats values;
  private final Floats scaled;
  private final Floats scaledGradient;
  private final Sink<Floats> valueGradient;
  private final Scratch scratch;

  ScaleKernel(Scale primitive, Operands<Floats> at) {
    this.factor = (float) primitive.factor();
    this.shift = (float) primitive.shift();
    values = at.in(0);
    scaled = at.out();
    scaledGradient = at.outGradient();
    valueGradient = at.sink(0);
    scratch = new Scratch(at);
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
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      scaledGradient.read(i, 1, row);
      scale(row, factor, 0, values.columns);
      Floats.give(valueGradient, i, 1, row);
    }
  }

  private static void scale(float[] x, float factor, float shift, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Math.fma(factor, x[i], shift);
    }
  }
}
