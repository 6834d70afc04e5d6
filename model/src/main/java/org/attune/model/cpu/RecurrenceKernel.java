package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Recurrence;
import org.attune.model.program.Pass;

/** {@code y_t = f_t y_{t-1} + x_t} along each sequence, row by row. */
final class RecurrenceKernel implements Kernel {

  private final int batch;
  private final int length;
  private final Floats x;
  private final Floats factor;
  private final Floats out;
  private final Floats gradient;
  private final Sink<Floats> xGradient;
  private final Sink<Floats> factorGradient;
  private final Scratch scratch;

  RecurrenceKernel(Recurrence primitive, Operands<Floats> at) {
    batch = at.batch();
    length = primitive.x().length();
    x = at.in(0);
    factor = at.in(1);
    out = at.out();
    gradient = at.outGradient();
    xGradient = at.sink(0);
    factorGradient = at.sink(1);
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    int n = x.columns;
    float[] y = scratch.array(0, n);
    float[] f = scratch.array(1, n);
    float[] own = scratch.array(2, n);
    for (int b = 0; b < batch; b++) {
      for (int t = 0; t < length; t++) {
        int row = b * length + t;
        x.read(row, 1, own);
        if (t > 0) {
          factor.read(row, 1, f);
          ArrayMath.addProduct(f, y, own, n);
        }
        System.arraycopy(own, 0, y, 0, n);
        out.write(row, 1, y);
      }
    }
  }

  @Override
  public void backward() {
    int n = x.columns;
    float[] d = scratch.array(0, n);
    float[] f = scratch.array(1, n);
    float[] own = scratch.array(2, n);
    float[] before = scratch.array(3, n);
    for (int b = 0; b < batch; b++) {
      for (int t = length - 1; t >= 0; t--) {
        int row = b * length + t;
        gradient.read(row, 1, own);
        if (t < length - 1) {
          factor.read(row + 1, 1, f);
          ArrayMath.addProduct(f, d, own, n);
        }
        System.arraycopy(own, 0, d, 0, n);
        if (xGradient.wanted()) {
          Floats.give(xGradient, row, 1, d);
        }
        if (factorGradient.wanted()) {
          if (t > 0) {
            out.read(row - 1, 1, before);
            ArrayMath.multiply(d, before, n);
          } else {
            java.util.Arrays.fill(before, 0, n, 0);
          }
          Floats.give(factorGradient, row, 1, before);
        }
      }
    }
  }
}
