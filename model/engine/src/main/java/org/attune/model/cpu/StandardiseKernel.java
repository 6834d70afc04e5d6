package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.Standardise;

/** {@link Standardise}, row by row; the forward pass keeps its output and the deviations. */
final class StandardiseKernel extends RowKernel {

  private final boolean centred;
  private final double epsilon;
  private final int heads;
  private final int width;
  private final Floats units;
  private final Floats inverses; // of the deviation of each head of each row

  StandardiseKernel(Standardise p, Operands<Floats> at) {
    super(at);
    centred = p.centred();
    epsilon = p.epsilon();
    heads = p.heads();
    int columns = output.columns;
    int rows = output.rows;
    width = columns / heads;
    units = at.keepForAdjoint((long) rows * columns).sharing(0, rows, columns, columns);
    inverses = at.keepForAdjoint((long) rows * heads).sharing(0, rows, heads, heads);
  }

  @Override
  void forward(int row, float[] x, float[] y) {
    System.arraycopy(x, 0, y, 0, output.columns);
    for (int h = 0; h < heads; h++) {
      inverses.at(row, h, standardise(y, h * width, (h + 1) * width));
    }
    units.write(row, 1, y);
  }

  private float standardise(float[] x, int from, int to) {
    centre(x, from, to);
    double variance = ArrayMath.dot(x, x, from, to) / width;
    float inverse = (float) (1 / Math.sqrt(variance + epsilon));
    for (int c = from; c < to; c++) {
      x[c] *= inverse;
    }
    return inverse;
  }

  private void centre(float[] x, int from, int to) {
    float mean = centred ? ArrayMath.sum(x, from, to) / width : 0;
    for (int c = from; centred && c < to; c++) {
      x[c] -= mean;
    }
  }

  @Override
  void backward(int row, float[] dy, float[] dx) {
    float[] unit = scratch.array(2, output.columns);
    units.read(row, 1, unit);
    for (int h = 0; h < heads; h++) {
      int from = h * width;
      int to = from + width;
      float along = ArrayMath.dot(dy, unit, from, to) / width;
      centre(dy, from, to);
      float inverse = inverses.at(row, h);
      for (int c = from; c < to; c++) {
        dx[c] = inverse * Math.fma(-along, unit[c], dy[c]);
      }
    }
  }
}
