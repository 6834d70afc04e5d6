package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.TaylorFeatures;
import org.attune.model.program.Pass;

/** The features of {@link TaylorFeatures}, row by row. */
final class TaylorFeaturesKernel implements Kernel {

  private static final float HALF_ROOT = (float) Math.sqrt(0.5);

  private final Floats x;
  private final Floats out;
  private final Floats gradient;
  private final Sink<Floats> sink;
  private final int width;
  private final int count;
  private final int heads;
  private final float root;
  private final Scratch scratch;

  TaylorFeaturesKernel(TaylorFeatures primitive, Operands<Floats> at) {
    x = at.in(0);
    out = at.out();
    gradient = at.outGradient();
    sink = at.sink(0);
    heads = primitive.heads();
    width = primitive.x().columns() / heads;
    count = TaylorFeatures.count(width);
    root = (float) Math.sqrt(primitive.scale());
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] u = scratch.array(0, x.columns);
    float[] y = scratch.array(1, out.columns);
    for (int row = 0; row < x.rows; row++) {
      scaled(row, u);
      for (int h = 0; h < heads; h++) {
        features(u, h * width, y, h * count);
      }
      out.write(row, 1, y);
    }
  }

  private void scaled(int row, float[] u) {
    x.read(row, 1, u);
    for (int c = 0; c < x.columns; c++) {
      u[c] *= root;
    }
  }

  private void features(float[] u, int from, float[] y, int to) {
    y[to] = 1;
    System.arraycopy(u, from, y, to + 1, width);
    int place = to + 1 + width;
    for (int i = 0; i < width; i++) {
      float own = u[from + i];
      y[place] = HALF_ROOT * own * own;
      for (int j = i + 1; j < width; j++) {
        y[place + j - i] = own * u[from + j];
      }
      place += width - i;
    }
  }

  @Override
  public void backward() {
    if (!sink.wanted()) {
      return;
    }
    float[] u = scratch.array(0, x.columns);
    float[] dy = scratch.array(1, out.columns);
    float[] du = scratch.array(2, x.columns);
    for (int row = 0; row < x.rows; row++) {
      scaled(row, u);
      gradient.read(row, 1, dy);
      for (int h = 0; h < heads; h++) {
        slopes(u, h * width, dy, h * count, du);
      }
      for (int c = 0; c < x.columns; c++) {
        du[c] *= root;
      }
      Floats.give(sink, row, 1, du);
    }
  }

  private void slopes(float[] u, int from, float[] dy, int to, float[] du) {
    System.arraycopy(dy, to + 1, du, from, width);
    int place = to + 1 + width;
    for (int i = 0; i < width; i++) {
      float own = u[from + i];
      float sum = 2 * HALF_ROOT * own * dy[place];
      for (int j = i + 1; j < width; j++) {
        float slope = dy[place + j - i];
        sum += slope * u[from + j];
        du[from + j] += slope * own;
      }
      du[from + i] += sum;
      place += width - i;
    }
  }
}
