package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Along;

/** A sum, mean or maximum along each group of a row's columns. */
final class AlongKernel extends RowKernel {

  private final Along primitive;

  AlongKernel(Along primitive, Operands<Floats> at) {
    super(at);
    this.primitive = primitive;
  }

  @Override
  void forward(int row, float[] x, float[] y) {
    int seen = primitive.seen(row);
    for (int g = 0; g < primitive.groups(); g++) {
      int from = g * primitive.width();
      y[g] =
          switch (primitive.kind()) {
            case SUM -> ArrayMath.sum(x, from, from + seen);
            case MEAN -> ArrayMath.sum(x, from, from + seen) / seen;
            case MAX -> ArrayMath.max(x, from, from + seen);
          };
    }
  }

  @Override
  void backward(int row, float[] dy, float[] dx) {
    int seen = primitive.seen(row);
    Arrays.fill(dx, 0, input.columns, 0);
    for (int g = 0; g < primitive.groups(); g++) {
      int from = g * primitive.width();
      switch (primitive.kind()) {
        case SUM -> Arrays.fill(dx, from, from + seen, dy[g]);
        case MEAN -> Arrays.fill(dx, from, from + seen, dy[g] / seen);
        case MAX -> dx[largest(row, from, seen)] = dy[g];
      }
    }
  }

  private int largest(int row, int from, int count) {
    int most = from;
    for (int c = from; c < from + count; c++) {
      if (input.at(row, c) > input.at(row, most)) {
        most = c;
      }
    }
    return most;
  }
}
