package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Softmax of each row of scores over the keys seen; the rest is zero. */
public final class SoftmaxKernel implements Kernel {

  private final Value scores;
  private final boolean causal;
  private final int queries;
  private final Floats values;
  private final Floats weights;
  private final Floats scoreGradient;
  private final Floats weightGradient;
  private final Scratch scratch;

  public SoftmaxKernel(Value scores, boolean causal, Value y) {
    this.scores = scores;
    this.causal = causal;
    queries = scores.size(2);
    values = Floats.of(scores.array());
    weights = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    scoreGradient = backward ? Floats.of(scores.gradient()) : null;
    weightGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  /** Keys that the query of a row sees. */
  private int seen(int row) {
    return causal ? Math.min(row % queries + 1, values.columns) : values.columns;
  }

  @Override
  public void forward(Pass pass) {
    int keys = values.columns;
    float[] x = scratch.array(0, keys);
    for (int row = 0; row < values.rows; row++) {
      int seen = seen(row);
      values.read(row * keys, x, 0, seen);
      exponentials(x, Functions.max(x, 0, seen), seen);
      scale(x, 1 / Functions.sum(x, 0, seen), seen);
      Arrays.fill(x, seen, keys, 0);
      weights.write(row * keys, x, 0, keys);
    }
  }

  @Override
  public void backward() {
    boolean add = scores.beta() == 1;
    int keys = values.columns;
    float[] a = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    float[] old = scratch.array(2, keys);
    for (int row = 0; row < values.rows; row++) {
      int seen = seen(row);
      weights.read(row * keys, a, 0, seen);
      weightGradient.read(row * keys, d, 0, seen);
      slope(a, d, Functions.dot(a, d, 0, seen), seen);
      Arrays.fill(d, seen, keys, 0);
      if (add) {
        scoreGradient.read(row * keys, old, 0, keys);
        Functions.add(old, d, keys);
      }
      scoreGradient.write(row * keys, d, 0, keys);
    }
  }

  private static void exponentials(float[] x, float max, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Functions.expOfNegative(x[i] - max);
    }
  }

  private static void scale(float[] x, float factor, int n) {
    for (int i = 0; i < n; i++) {
      x[i] *= factor;
    }
  }

  private static void slope(float[] a, float[] d, float along, int n) {
    for (int i = 0; i < n; i++) {
      d[i] = a[i] * (d[i] - along);
    }
  }
}
