package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.Scale;

/** {@code y = factor x + shift}. */
final class ScaleKernel extends RowKernel {

  private final float factor;
  private final float shift;

  ScaleKernel(Scale primitive, Operands<Floats> at) {
    super(at);
    factor = (float) primitive.factor();
    shift = (float) primitive.shift();
  }

  @Override
  void forward(int row, float[] x, float[] y) {
    scale(x, factor, shift, y, input.columns);
  }

  @Override
  void backward(int row, float[] dy, float[] dx) {
    scale(dy, factor, 0, dx, input.columns);
  }

  private static void scale(float[] x, float factor, float shift, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.fma(factor, x[i], shift);
    }
  }
}
