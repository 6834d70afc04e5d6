package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.Recurrence;
import org.attune.model.program.Pass;

/** {@code y_t = f_t y_{t-1} + x_t} along each sequence, row by row. */
final class RecurrenceKernel extends PairKernel {

  private final int length;

  RecurrenceKernel(Recurrence primitive, Operands<Floats> at) {
    super(at);
    length = primitive.x().length();
  }

  @Override
  public void forward(Pass pass) {
    int n = input.columns;
    float[] y = scratch.array(0, n);
    float[] f = scratch.array(1, n);
    float[] current = scratch.array(2, n);
    for (int b = 0; b < at.batch(); b++) {
      for (int t = 0; t < length; t++) {
        int row = b * length + t;
        input.read(row, 1, current);
        if (t > 0) {
          second.read(row, 1, f);
          ArrayMath.addProduct(f, y, current, n);
        }
        System.arraycopy(current, 0, y, 0, n);
        output.write(row, 1, y);
      }
    }
  }

  @Override
  public void backward() {
    int n = input.columns;
    float[] d = scratch.array(0, n);
    float[] f = scratch.array(1, n);
    float[] current = scratch.array(2, n);
    float[] before = scratch.array(3, n);
    for (int b = 0; b < at.batch(); b++) {
      for (int t = length - 1; t >= 0; t--) {
        int row = b * length + t;
        gradient.read(row, 1, current);
        if (t < length - 1) {
          second.read(row + 1, 1, f);
          ArrayMath.addProduct(f, d, current, n);
        }
        System.arraycopy(current, 0, d, 0, n);
        if (toInput.wanted()) {
          Floats.give(toInput, row, 1, d);
        }
        if (toSecond.wanted()) {
          if (t > 0) {
            output.read(row - 1, 1, before);
            ArrayMath.multiply(d, before, n);
          } else {
            java.util.Arrays.fill(before, 0, n, 0);
          }
          Floats.give(toSecond, row, 1, before);
        }
      }
    }
  }
}
