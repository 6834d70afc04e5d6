package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.Rope;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Rotates the halves of each head against each other by an angle proportional to the position. */
final class RopeKernel extends CpuKernel {

  private final int half;
  private final int length;
  private final float[][] cos; // by position, tiled over heads and halves
  private final float[][] sin; // by position, tiled likewise; negative for the first half
  private final double base;
  private boolean filled;

  RopeKernel(Rope primitive, Operands<Floats> at) {
    super(at);
    Value x = primitive.x();
    half = x.columns() / primitive.heads() / 2;
    length = x.length();
    base = primitive.base();
    cos = Scratch.kept(at, length, x.columns());
    sin = Scratch.kept(at, length, x.columns());
  }

  /**
   * Fills the angles before the first rotation. A program that is only planned has no memory for
   * them.
   */
  private void fillAngles() {
    for (int t = 0; t < length; t++) {
      for (int c = 0; c < cos[t].length; c++) {
        double angle = Rope.angle(t, c % half, 2 * half, base);
        cos[t][c] = (float) Math.cos(angle);
        sin[t][c] = (float) (c / half % 2 == 0 ? -Math.sin(angle) : Math.sin(angle));
      }
    }
  }

  @Override
  public void forward(Pass pass) {
    if (!filled) {
      fillAngles();
      filled = true;
    }
    turn(input, output, 1, false);
  }

  @Override
  public void backward() {
    if (toInput.wanted()) {
      turn(gradient, toInput.buffer(), -1, toInput.adds());
    }
  }

  private void turn(Floats from, Floats to, float direction, boolean add) {
    int n = from.columns;
    float[] in = scratch.array(0, n);
    float[] swapped = scratch.array(1, n);
    float[] out = scratch.array(2, n);
    for (int row = 0; row < from.rows; row++) {
      from.read(row, 0, in, 0, n);
      for (int c = 0; c < n; c += 2 * half) {
        System.arraycopy(in, c, swapped, c + half, half);
        System.arraycopy(in, c + half, swapped, c, half);
      }
      if (add) {
        to.read(row, 0, out, 0, n);
        rotateAdd(in, swapped, cos[row % length], sin[row % length], out, direction, n);
      } else {
        rotate(in, swapped, cos[row % length], sin[row % length], out, direction, n);
      }
      to.write(row, 0, out, 0, n);
    }
  }

  private static void rotate(
      float[] x, float[] swapped, float[] cos, float[] sin, float[] y, float direction, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.fma(x[i], cos[i], direction * swapped[i] * sin[i]);
    }
  }

  private static void rotateAdd(
      float[] x, float[] swapped, float[] cos, float[] sin, float[] y, float direction, int n) {
    for (int i = 0; i < n; i++) {
      y[i] += Math.fma(x[i], cos[i], direction * swapped[i] * sin[i]);
    }
  }
}
