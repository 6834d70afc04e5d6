package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.TaylorFeatures;

/** The features of {@link TaylorFeatures}, row by row. */
final class TaylorFeaturesKernel extends RowKernel {

  private static final float HALF_ROOT = (float) Math.sqrt(0.5);

  private final int width;
  private final int count;
  private final int heads;
  private final float root;

  TaylorFeaturesKernel(TaylorFeatures primitive, Operands<Floats> at) {
    super(at);
    heads = primitive.heads();
    width = primitive.x().columns() / heads;
    count = TaylorFeatures.count(width);
    root = (float) Math.sqrt(primitive.scale());
  }

  @Override
  void forward(int row, float[] x, float[] y) {
    ArrayMath.scale(root, x, 0, input.columns);
    for (int h = 0; h < heads; h++) {
      features(x, h * width, y, h * count);
    }
  }

  private void features(float[] u, int from, float[] y, int to) {
    y[to] = 1;
    System.arraycopy(u, from, y, to + 1, width);
    int place = to + 1 + width;
    for (int i = 0; i < width; i++) {
      float ui = u[from + i];
      y[place] = HALF_ROOT * ui * ui;
      for (int j = i + 1; j < width; j++) {
        y[place + j - i] = ui * u[from + j];
      }
      place += width - i;
    }
  }

  @Override
  void backward(int row, float[] dy, float[] dx) {
    float[] u = scratch.array(2, input.columns);
    input.read(row, 1, u);
    ArrayMath.scale(root, u, 0, input.columns);
    for (int h = 0; h < heads; h++) {
      slopes(u, h * width, dy, h * count, dx);
    }
    ArrayMath.scale(root, dx, 0, input.columns);
  }

  private void slopes(float[] u, int from, float[] dy, int to, float[] du) {
    System.arraycopy(dy, to + 1, du, from, width);
    int place = to + 1 + width;
    for (int i = 0; i < width; i++) {
      float ui = u[from + i];
      float sum = 2 * HALF_ROOT * ui * dy[place];
      for (int j = i + 1; j < width; j++) {
        float slope = dy[place + j - i];
        sum += slope * u[from + j];
        du[from + j] += slope * ui;
      }
      du[from + i] += sum;
      place += width - i;
    }
  }
}
