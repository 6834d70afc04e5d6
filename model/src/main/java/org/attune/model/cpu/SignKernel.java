package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Sign;
import org.attune.model.program.Pass;

/** Signs, +1 at zero. Their gradient passes unchanged, or only where |x| is at most about 1. */
final class SignKernel implements Kernel {

  private static final float STEEP =
      1e38f; // applied twice, it scales the smallest positive float above 1

  private final boolean clipped;
  private final Floats values;
  private final Floats signs;
  private final Floats signGradient;
  private final Sink<Floats> valueGradient;
  private final Scratch scratch;

  SignKernel(Sign primitive, Operands<Floats> at) {
    this.clipped = primitive.surrogate() == Sign.Surrogate.CLIPPED;
    values = at.in(0);
    signs = at.out();
    signGradient = at.outGradient();
    valueGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      values.read(i, 1, row);
      signs(row, values.columns);
      signs.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    float[] row = scratch.array(0, values.columns);
    float[] d = scratch.array(1, values.columns);
    for (int i = 0; i < values.rows; i++) {
      signGradient.read(i, 1, d);
      if (clipped) {
        values.read(i, 1, row);
        clip(row, d, Sign.EDGE, values.columns);
      }
      Floats.give(valueGradient, i, 1, d);
    }
  }

  /** Uses minimum and maximum, which vectorise; comparisons do not. */
  private static void signs(float[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Math.max(-1f, Math.min(1f, x[i] * STEEP * STEEP + 1f));
    }
  }

  private static void clip(float[] x, float[] d, float edge, int n) {
    for (int i = 0; i < n; i++) {
      float within = (edge - Math.abs(x[i])) * STEEP * STEEP + 1f;
      d[i] *= Math.max(0f, Math.min(1f, within));
    }
  }
}
