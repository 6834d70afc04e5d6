package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.Sign;

/** Signs, +1 at zero. Their gradient passes unchanged, or only where |x| is at most about 1. */
final class SignKernel extends RowKernel {

  // applied twice, it scales the smallest positive float above 1
  private static final float STEEP = 1e38f;

  private final boolean clipped;

  SignKernel(Sign primitive, Operands<Floats> at) {
    super(at);
    clipped = primitive.surrogate() == Sign.Surrogate.CLIPPED;
  }

  @Override
  void forward(int row, float[] x, float[] y) {
    signs(x, y, input.columns);
  }

  @Override
  void backward(int row, float[] dy, float[] dx) {
    if (clipped) {
      input.read(row, 1, dx);
      clip(dx, dy, Sign.EDGE, input.columns);
    } else {
      System.arraycopy(dy, 0, dx, 0, input.columns);
    }
  }

  /** Uses minimum and maximum, which vectorise; comparisons do not. */
  private static void signs(float[] x, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.max(-1f, Math.min(1f, x[i] * STEEP * STEEP + 1f));
    }
  }

  /** Replaces numbers x by their slopes times d. */
  private static void clip(float[] x, float[] d, float edge, int n) {
    for (int i = 0; i < n; i++) {
      float within = (edge - Math.abs(x[i])) * STEEP * STEEP + 1f;
      x[i] = d[i] * Math.max(0f, Math.min(1f, within));
    }
  }
}
