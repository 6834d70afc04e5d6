package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.HeadQuotient;
import org.attune.model.program.Pass;

/** Divides each head's columns by its last one, row by row. */
final class HeadQuotientKernel implements Kernel {

  private final Floats x;
  private final Floats out;
  private final Floats gradient;
  private final Sink<Floats> sink;
  private final int heads;
  private final int width; // of a head without its divisor
  private final float epsilon;
  private final Scratch scratch;

  HeadQuotientKernel(HeadQuotient primitive, Operands<Floats> at) {
    x = at.in(0);
    out = at.out();
    gradient = at.outGradient();
    sink = at.sink(0);
    heads = primitive.heads();
    width = out.columns / heads;
    epsilon = (float) primitive.epsilon();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] wide = scratch.array(0, x.columns);
    float[] y = scratch.array(1, out.columns);
    for (int row = 0; row < x.rows; row++) {
      x.read(row, 1, wide);
      for (int h = 0; h < heads; h++) {
        int from = h * (width + 1);
        float share = 1 / (wide[from + width] + epsilon);
        for (int c = 0; c < width; c++) {
          y[h * width + c] = wide[from + c] * share;
        }
      }
      out.write(row, 1, y);
    }
  }

  @Override
  public void backward() {
    if (!sink.wanted()) {
      return;
    }
    float[] wide = scratch.array(0, x.columns);
    float[] y = scratch.array(1, out.columns);
    float[] dy = scratch.array(2, out.columns);
    for (int row = 0; row < x.rows; row++) {
      x.read(row, 1, wide);
      out.read(row, 1, y);
      gradient.read(row, 1, dy);
      for (int h = 0; h < heads; h++) {
        int from = h * (width + 1);
        float share = 1 / (wide[from + width] + epsilon);
        wide[from + width] = -share * ArrayMath.dot(y, dy, h * width, (h + 1) * width);
        for (int c = 0; c < width; c++) {
          wide[from + c] = dy[h * width + c] * share;
        }
      }
      Floats.give(sink, row, 1, wide);
    }
  }
}
