package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.HeadDifference;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_h = a_h - factor a_(h + H/2)} for the first half of the heads. */
final class HeadDifferenceKernel implements Kernel {

  private final int half; // rows of half of a sequence's heads
  private final Floats weights;
  private final Floats factorValue;
  private final Floats difference;
  private final Floats differenceGradient;
  private final Sink<Floats> factorGradient;
  private final Sink<Floats> weightGradient;
  private final Scratch scratch;

  HeadDifferenceKernel(HeadDifference primitive, Operands<Floats> at) {
    Value weights = primitive.weights();
    half = weights.size(1) / 2 * weights.size(2);
    this.weights = at.in(0);
    factorValue = at.in(1);
    difference = at.out();
    differenceGradient = at.outGradient();
    factorGradient = at.sink(1);
    weightGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  /** The first half's row that gives a row of the difference. */
  private int first(int row) {
    return row / half * 2 * half + row % half;
  }

  @Override
  public void forward(Pass pass) {
    int n = difference.columns;
    float lambda = factorValue.at(0, 0);
    float[] a = scratch.array(0, n);
    float[] b = scratch.array(1, n);
    for (int row = 0; row < difference.rows; row++) {
      weights.read(first(row), 1, a);
      weights.read(first(row) + half, 1, b);
      subtract(b, lambda, a, n);
      difference.write(row, 1, a);
    }
  }

  @Override
  public void backward() {
    int n = difference.columns;
    float lambda = factorValue.at(0, 0);
    float[] d = scratch.array(0, n);
    float[] b = scratch.array(1, n);
    double slope = 0;
    for (int row = 0; row < difference.rows; row++) {
      differenceGradient.read(row, 1, d);
      if (factorGradient.wanted()) {
        weights.read(first(row) + half, 1, b);
        slope -= ArrayMath.dot(d, b, 0, n);
      }
      if (weightGradient.wanted()) {
        java.util.Arrays.fill(b, 0, n, 0);
        subtract(d, lambda, b, n);
        Floats.give(weightGradient, first(row), 1, d);
        Floats.give(weightGradient, first(row) + half, 1, b);
      }
    }
    if (factorGradient.wanted()) {
      Floats.give(factorGradient, (float) slope);
    }
  }

  /** {@code y -= factor x}. */
  private static void subtract(float[] x, float factor, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.fma(-factor, x[i], y[i]);
    }
  }
}
