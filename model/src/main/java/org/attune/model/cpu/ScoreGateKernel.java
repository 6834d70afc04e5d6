package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Weights that do not compete: a function of each score seen, shifted and scaled by its row. */
public final class ScoreGateKernel implements Kernel {

  private final Value scores;
  private final Pointwise function;
  private final float[] shift; // of each query's scores
  private final float[] factor; // of each query's weights
  private final int[] seen; // keys of each query
  private final Floats values;
  private final Floats weights;
  private final Floats valueGradient;
  private final Floats weightGradient;
  private final Scratch scratch;

  /**
   * @param shift taken from the scores of query i
   * @param factor of the weights of query i
   * @param seen keys that query i sees, the first ones
   */
  public ScoreGateKernel(
      Value scores, Pointwise function, float[] shift, float[] factor, int[] seen, Value y) {
    this.scores = scores;
    this.function = function;
    this.shift = shift;
    this.factor = factor;
    this.seen = seen;
    values = Floats.of(scores.array());
    weights = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    valueGradient = backward ? Floats.of(scores.gradient()) : null;
    weightGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  /** Whether there is a fast form of a function. */
  public static boolean supports(Pointwise function) {
    return function == Pointwise.IDENTITY || Functions.supports(function);
  }

  @Override
  public void forward(Pass pass) {
    int keys = values.columns;
    float[] x = scratch.array(0, keys);
    float[] y = scratch.array(1, keys);
    float[] slope = scratch.array(2, keys);
    for (int row = 0; row < values.rows; row++) {
      int query = row % seen.length;
      evaluate(row, query, x, y, slope);
      for (int j = 0; j < seen[query]; j++) {
        y[j] *= factor[query];
      }
      Arrays.fill(y, seen[query], keys, 0);
      weights.write(row, 1, y);
    }
  }

  @Override
  public void backward() {
    boolean add = scores.beta() == 1;
    int keys = values.columns;
    float[] x = scratch.array(0, keys);
    float[] y = scratch.array(1, keys);
    float[] slope = scratch.array(2, keys);
    float[] d = scratch.array(3, keys);
    for (int row = 0; row < values.rows; row++) {
      int query = row % seen.length;
      evaluate(row, query, x, y, slope);
      weightGradient.read(row, 1, d);
      for (int j = 0; j < seen[query]; j++) {
        d[j] *= slope[j] * factor[query];
      }
      Arrays.fill(d, seen[query], keys, 0);
      if (add) {
        valueGradient.read(row, 1, x);
        Functions.add(x, d, keys);
      }
      valueGradient.write(row, 1, d);
    }
  }

  private void evaluate(int row, int query, float[] x, float[] y, float[] slope) {
    int n = seen[query];
    values.read(row * values.columns, x, 0, n);
    for (int j = 0; j < n; j++) {
      x[j] -= shift[query];
    }
    if (function == Pointwise.IDENTITY) {
      System.arraycopy(x, 0, y, 0, n);
      Arrays.fill(slope, 0, n, 1);
    } else {
      Functions.evaluate(function, x, y, slope, n);
    }
  }
}
