package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = g * x / rms(x)} over groups of columns; the forward pass keeps x / rms(x). */
final class RmsNormKernel implements Kernel {

  private final float epsilon;
  private final Floats xValues;
  private final Floats gains;
  private final Floats yValues;
  private final Sink<Floats> xGradient;
  private final Sink<Floats> gainGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private final int width; // of a group
  private final int chunkRows;
  private final int chunk; // floats
  private final float[][] units;
  private final float[] inverses; // one per group of each row
  private final float[] tiledGain; // the gain over and over, a chunk long
  private final float[] gainSums;
  private final float[] small;

  RmsNormKernel(RmsNorm primitive, Operands<Floats> at) {
    Value x = primitive.x();
    this.epsilon = (float) primitive.epsilon();
    xValues = at.in(0);
    gains = at.in(1);
    yValues = at.out();
    boolean backward = at.backward();
    xGradient = at.sink(0);
    gainGradient = at.sink(1);
    yGradient = at.outGradient();
    scratch = new Scratch(at);
    width = x.columns() / primitive.groups();
    chunkRows = Scratch.rows(xValues.columns);
    chunk = chunkRows * xValues.columns;
    units = Scratch.kept(at, backward ? (xValues.rows + chunkRows - 1) / chunkRows : 1, chunk);
    inverses = new float[xValues.rows * primitive.groups()];
    tiledGain = new float[chunk];
    gainSums = new float[chunk];
    small = new float[width];
  }

  @Override
  public void forward(Pass pass) {
    gains.read(0, 1, small);
    for (int i = 0; i < chunk; i += width) {
      System.arraycopy(small, 0, tiledGain, i, width);
    }
    float[] in = scratch.array(0, chunk);
    float[] out = scratch.array(1, chunk);
    int group = 0;
    for (int row = 0, c = 0; row < xValues.rows; row += chunkRows, c++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      int n = rows * xValues.columns;
      float[] unit = units[units.length == 1 ? 0 : c];
      xValues.read(row, rows, in);
      for (int i = 0; i < n; i += width) {
        float square = Functions.dot(in, in, i, i + width) / width;
        float inverse = (float) (1 / Math.sqrt(square + epsilon));
        inverses[group++] = inverse;
        scale(in, unit, inverse, i, i + width);
      }
      Functions.product(unit, tiledGain, out, n);
      yValues.write(row, rows, out);
    }
  }

  @Override
  public void backward() {
    Arrays.fill(gainSums, 0);
    float[] dy = scratch.array(0, chunk);
    float[] dx = scratch.array(1, chunk);
    int group = 0;
    for (int row = 0, c = 0; row < xValues.rows; row += chunkRows, c++) {
      int rows = Math.min(chunkRows, xValues.rows - row);
      int n = rows * xValues.columns;
      float[] unit = units[c];
      yGradient.read(row, rows, dy);
      if (gainGradient.wanted()) {
        Functions.addProduct(dy, unit, gainSums, n);
      }
      if (xGradient.wanted()) {
        Functions.multiply(tiledGain, dy, n);
        for (int i = 0; i < n; i += width) {
          float along = Functions.dot(dy, unit, i, i + width) / width;
          across(unit, dy, dx, along, inverses[group++], i, i + width);
        }
        Floats.give(xGradient, row, rows, dx);
      }
    }
    if (gainGradient.wanted()) {
      gatherGain();
    }
  }

  private void gatherGain() {
    Arrays.fill(small, 0);
    for (int i = 0; i < chunk; i += width) {
      for (int j = 0; j < width; j++) {
        small[j] += gainSums[i + j];
      }
    }
    Floats.give(gainGradient, 0, 1, small);
  }

  private static void scale(float[] x, float[] y, float factor, int from, int to) {
    for (int i = from; i < to; i++) {
      y[i] = x[i] * factor;
    }
  }

  /** dx = inverse (du - along unit). */
  private static void across(
      float[] unit, float[] du, float[] dx, float along, float inverse, int from, int to) {
    for (int i = from; i < to; i++) {
      dx[i] = inverse * Math.fma(-along, unit[i], du[i]);
    }
  }
}
