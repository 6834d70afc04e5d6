package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.ChannelNorm;
import org.attune.model.program.Pass;

/**
 * Normalises columns group by group, with sums in float64. It keeps the outputs and the deviations
 * for the adjoint.
 */
final class ChannelNormKernel extends CpuKernel {

  private final int group;
  private final double epsilon;
  private final Floats units;
  private final Floats inverses; // one row per group
  private final double[] sums;
  private final double[] products;

  ChannelNormKernel(ChannelNorm primitive, Operands<Floats> at) {
    super(at);
    group = primitive.group();
    epsilon = primitive.epsilon();
    int columns = input.columns;
    int groups = input.rows / group;
    units = at.keep((long) input.rows * columns).sharing(0, input.rows, columns, columns);
    inverses = at.keep((long) groups * columns).sharing(0, groups, columns, columns);
    sums = new double[columns];
    products = new double[columns];
  }

  @Override
  public void forward(Pass pass) {
    int n = input.columns;
    float[] x = scratch.array(0, n);
    float[] mean = scratch.array(1, n);
    float[] inverse = scratch.array(2, n);
    for (int g = 0; g < input.rows / group; g++) {
      Arrays.fill(sums, 0);
      for (int row = g * group; row < (g + 1) * group; row++) {
        input.read(row, 1, x);
        add(x, sums, n);
      }
      divide(sums, mean, n);
      Arrays.fill(products, 0);
      for (int row = g * group; row < (g + 1) * group; row++) {
        input.read(row, 1, x);
        addSquares(x, mean, products, n);
      }
      for (int c = 0; c < n; c++) {
        inverse[c] = (float) (1 / Math.sqrt(products[c] / group + epsilon));
      }
      inverses.write(g, 1, inverse);
      for (int row = g * group; row < (g + 1) * group; row++) {
        input.read(row, 1, x);
        scale(x, mean, inverse, n);
        units.write(row, 1, x);
        output.write(row, 1, x);
      }
    }
  }

  @Override
  public void backward() {
    int n = input.columns;
    float[] d = scratch.array(0, n);
    float[] unit = scratch.array(1, n);
    float[] mean = scratch.array(2, n);
    float[] along = scratch.array(3, n);
    float[] inverse = scratch.array(4, n);
    for (int g = 0; g < input.rows / group; g++) {
      Arrays.fill(sums, 0);
      Arrays.fill(products, 0);
      for (int row = g * group; row < (g + 1) * group; row++) {
        gradient.read(row, 1, d);
        units.read(row, 1, unit);
        add(d, sums, n);
        addProducts(d, unit, products, n);
      }
      divide(sums, mean, n);
      divide(products, along, n);
      inverses.read(g, 1, inverse);
      for (int row = g * group; row < (g + 1) * group; row++) {
        gradient.read(row, 1, d);
        units.read(row, 1, unit);
        for (int c = 0; c < n; c++) {
          d[c] = inverse[c] * (d[c] - mean[c] - unit[c] * along[c]);
        }
        Floats.give(toInput, row, 1, d);
      }
    }
  }

  private void divide(double[] sums, float[] means, int n) {
    for (int c = 0; c < n; c++) {
      means[c] = (float) (sums[c] / group);
    }
  }

  private static void add(float[] x, double[] sums, int n) {
    for (int c = 0; c < n; c++) {
      sums[c] += x[c];
    }
  }

  private static void addSquares(float[] x, float[] mean, double[] sums, int n) {
    for (int c = 0; c < n; c++) {
      double off = x[c] - mean[c];
      sums[c] += off * off;
    }
  }

  private static void addProducts(float[] a, float[] b, double[] sums, int n) {
    for (int c = 0; c < n; c++) {
      sums[c] += (double) a[c] * b[c];
    }
  }

  private static void scale(float[] x, float[] mean, float[] factor, int n) {
    for (int c = 0; c < n; c++) {
      x[c] = (x[c] - mean[c]) * factor[c];
    }
  }
}
