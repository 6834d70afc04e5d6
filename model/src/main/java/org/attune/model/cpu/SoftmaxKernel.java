package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Softmax of each row of scores over the keys seen, or chosen for it; the rest is zero. */
public final class SoftmaxKernel implements Kernel {

  private final boolean causal;
  private final int queries;
  private final Floats values;
  private final Floats chosen; // one for keys chosen, zero for others; null where all count
  private final Floats weights;
  private final Floats weightGradient;
  private final GradientRows scoreGradient;
  private final Scratch scratch;

  private SoftmaxKernel(Value scores, boolean causal, Value chosen, Value y) {
    this.causal = causal;
    this.chosen = chosen == null ? null : Floats.of(chosen.array());
    queries = scores.size(2);
    values = Floats.of(scores.array());
    weights = Floats.of(y.array());
    weightGradient = y.gradient() == null ? null : Floats.of(y.gradient());
    scoreGradient = new GradientRows(scores, y);
    scratch = Scratch.of(y);
  }

  /** Over all keys that a mask shows. */
  public static SoftmaxKernel masked(Value scores, Mask mask, Value y) {
    return new SoftmaxKernel(scores, mask == Mask.CAUSAL, null, y);
  }

  /** Over the keys chosen for each query. */
  public static SoftmaxKernel selected(Value scores, Value chosen, Value y) {
    return new SoftmaxKernel(scores, false, chosen, y);
  }

  /** Keys that the query of a row sees. */
  private int seen(int row) {
    return causal ? Math.min(row % queries + 1, values.columns) : values.columns;
  }

  @Override
  public void forward(Pass pass) {
    int keys = values.columns;
    float[] x = scratch.array(0, keys);
    float[] shown = scratch.array(1, keys);
    for (int row = 0; row < values.rows; row++) {
      int seen = seen(row);
      values.read(row * keys, x, 0, seen);
      if (chosen != null) {
        chosen.read(row * keys, shown, 0, keys);
        SoftmaxRow.forward(x, shown, keys);
      } else {
        SoftmaxRow.forward(x, seen);
        Arrays.fill(x, seen, keys, 0);
      }
      weights.write(row * keys, x, 0, keys);
    }
  }

  @Override
  public void backward() {
    scoreGradient.start();
    int keys = values.columns;
    float[] a = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    for (int row = 0; row < values.rows; row++) {
      int seen = seen(row);
      weights.read(row * keys, a, 0, seen);
      weightGradient.read(row * keys, d, 0, seen);
      SoftmaxRow.backward(a, d, seen);
      Arrays.fill(d, seen, keys, 0);
      scoreGradient.give(row, d);
    }
  }
}
