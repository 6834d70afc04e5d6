package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_h = a_h - factor a_(h + H/2)} for the first half of the heads. */
public final class HeadDifferenceKernel implements Kernel {

  private final Value factor;
  private final int half; // rows of half of a sequence's heads
  private final Floats weights;
  private final Floats factorValue;
  private final Floats difference;
  private final Floats differenceGradient;
  private final Floats factorGradient;
  private final GradientRows weightGradient;
  private final Scratch scratch;

  public HeadDifferenceKernel(Value weights, Value factor, Value y) {
    this.factor = factor;
    half = weights.size(1) / 2 * weights.size(2);
    this.weights = Floats.of(weights.array());
    factorValue = Floats.of(factor.array());
    difference = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    differenceGradient = backward ? Floats.of(y.gradient()) : null;
    factorGradient = backward && factor.wantsGradient() ? Floats.of(factor.gradient()) : null;
    weightGradient = new GradientRows(weights, y);
    scratch = Scratch.of(y);
  }

  /** The row of the first half that a row of the difference comes from. */
  private int first(int row) {
    return row / half * 2 * half + row % half;
  }

  @Override
  public void forward(Pass pass) {
    int n = difference.columns;
    float lambda = factorValue.scalar(0);
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
    float lambda = factorValue.scalar(0);
    float[] d = scratch.array(0, n);
    float[] b = scratch.array(1, n);
    weightGradient.start();
    double slope = 0;
    for (int row = 0; row < difference.rows; row++) {
      differenceGradient.read(row, 1, d);
      if (factorGradient != null) {
        weights.read(first(row) + half, 1, b);
        slope -= Functions.dot(d, b, 0, n);
      }
      if (weightGradient.wanted()) {
        java.util.Arrays.fill(b, 0, n, 0);
        subtract(d, lambda, b, n);
        weightGradient.give(first(row), d);
        weightGradient.give(first(row) + half, b);
      }
    }
    if (factorGradient != null) {
      float before = factor.beta() == 1 ? factorGradient.scalar(0) : 0;
      factorGradient.scalar(0, before + (float) slope);
    }
  }

  /** {@code y -= factor x}. */
  private static void subtract(float[] x, float factor, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.fma(-factor, x[i], y[i]);
    }
  }
}
