package org.attune.model.cpu;

import org.attune.model.primitive.Sign;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Signs, +1 at zero; their gradient passes as it is, or where |x| is at most about 1. */
public final class SignKernel implements Kernel {

  private static final float STEEP = 1e38f; // twice over, it takes the least float past 1

  private final boolean clipped;
  private final Floats values;
  private final Floats signs;
  private final Floats signGradient;
  private final GradientRows valueGradient;
  private final Scratch scratch;

  public SignKernel(Value x, boolean clipped, Value y) {
    this.clipped = clipped;
    values = Floats.of(x.array());
    signs = Floats.of(y.array());
    signGradient = y.gradient() == null ? null : Floats.of(y.gradient());
    valueGradient = new GradientRows(x, y);
    scratch = Scratch.of(y);
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
    valueGradient.start();
    float[] row = scratch.array(0, values.columns);
    float[] d = scratch.array(1, values.columns);
    for (int i = 0; i < values.rows; i++) {
      signGradient.read(i, 1, d);
      if (clipped) {
        values.read(i, 1, row);
        clip(row, d, Sign.EDGE, values.columns);
      }
      valueGradient.give(i, d);
    }
  }

  /** By minimum and maximum, which vectorise; comparisons do not. */
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
