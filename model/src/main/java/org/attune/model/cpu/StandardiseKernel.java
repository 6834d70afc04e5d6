package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Standardise;
import org.attune.model.program.Pass;

/** {@link Standardise}, row by row; the forward pass keeps its output and the deviations. */
final class StandardiseKernel implements Kernel {

  private final Operands<Floats> at;
  private final boolean centred;
  private final double epsilon;
  private final int heads;
  private final int width;
  private final Floats units;
  private final Floats inverses; // of the deviation of each head of each row
  private final Scratch scratch;

  StandardiseKernel(Standardise p, Operands<Floats> at) {
    this.at = at;
    centred = p.centred();
    epsilon = p.epsilon();
    heads = p.heads();
    int columns = at.out().columns;
    int rows = at.out().rows;
    width = columns / heads;
    units = at.keepForAdjoint((long) rows * columns).sharing(0, rows, columns, columns);
    inverses = at.keepForAdjoint((long) rows * heads).sharing(0, rows, heads, heads);
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] x = scratch.array(0, at.out().columns);
    for (int row = 0; row < at.out().rows; row++) {
      at.in(0).read(row, 1, x);
      for (int h = 0; h < heads; h++) {
        inverses.at(row, h, standardise(x, h * width, (h + 1) * width));
      }
      units.write(row, 1, x);
      at.out().write(row, 1, x);
    }
  }

  private float standardise(float[] x, int from, int to) {
    if (centred) {
      shift(x, from, to, -ArrayMath.sum(x, from, to) / width);
    }
    double variance = ArrayMath.dot(x, x, from, to) / width;
    float inverse = (float) (1 / Math.sqrt(variance + epsilon));
    for (int c = from; c < to; c++) {
      x[c] *= inverse;
    }
    return inverse;
  }

  private static void shift(float[] x, int from, int to, float by) {
    for (int c = from; c < to; c++) {
      x[c] += by;
    }
  }

  @Override
  public void backward() {
    float[] d = scratch.array(0, at.out().columns);
    float[] unit = scratch.array(1, at.out().columns);
    for (int row = 0; row < at.out().rows; row++) {
      at.outGradient().read(row, 1, d);
      units.read(row, 1, unit);
      for (int h = 0; h < heads; h++) {
        int from = h * width;
        int to = from + width;
        float along = ArrayMath.dot(d, unit, from, to) / width;
        if (centred) {
          shift(d, from, to, -ArrayMath.sum(d, from, to) / width);
        }
        float inverse = inverses.at(row, h);
        for (int c = from; c < to; c++) {
          d[c] = inverse * Math.fma(-along, unit[c], d[c]);
        }
      }
      Floats.give(at.sink(0), row, 1, d);
    }
  }
}
