package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.HeadQuotient;

/** Divides each head's columns by its last one, row by row. */
final class HeadQuotientKernel extends RowKernel {

  private final int heads;
  private final int width; // of a head without its divisor
  private final float epsilon;

  HeadQuotientKernel(HeadQuotient primitive, Operands<Floats> at) {
    super(at);
    heads = primitive.heads();
    width = output.columns / heads;
    epsilon = (float) primitive.epsilon();
  }

  @Override
  void forward(int row, float[] x, float[] y) {
    for (int h = 0; h < heads; h++) {
      int from = h * (width + 1);
      float share = 1 / (x[from + width] + epsilon);
      for (int c = 0; c < width; c++) {
        y[h * width + c] = x[from + c] * share;
      }
    }
  }

  @Override
  void backward(int row, float[] dy, float[] dx) {
    float[] y = scratch.array(2, output.columns);
    output.read(row, 1, y);
    for (int h = 0; h < heads; h++) {
      int from = h * (width + 1);
      float share = 1 / (input.at(row, from + width) + epsilon);
      dx[from + width] = -share * ArrayMath.dot(y, dy, h * width, (h + 1) * width);
      for (int c = 0; c < width; c++) {
        dx[from + c] = dy[h * width + c] * share;
      }
    }
  }
}
