package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.SelectedSoftmax;
import org.attune.model.primitive.Softmax;
import org.attune.model.program.Pass;

/** Softmax of each row of scores over the visible or selected keys; the rest is zero. */
final class SoftmaxKernel implements Kernel {

  private final boolean causal;
  private final int queries;
  private final Floats values;
  private final Floats chosen; // 1 for selected keys, 0 for others; null if all count
  private final Floats weights;
  private final Floats weightGradient;
  private final Sink<Floats> scoreGradient;
  private final Scratch scratch;

  private SoftmaxKernel(Operands<Floats> at, boolean causal, Floats chosen, int queries) {
    this.causal = causal;
    this.chosen = chosen;
    this.queries = queries;
    values = at.in(0);
    weights = at.out();
    weightGradient = at.outGradient();
    scoreGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  /** Runs over all keys that a mask shows. */
  static SoftmaxKernel masked(Softmax primitive, Operands<Floats> at) {
    boolean causal = primitive.mask() == Mask.CAUSAL;
    return new SoftmaxKernel(at, causal, null, primitive.scores().size(2));
  }

  /** Runs over the keys selected for each query. */
  static SoftmaxKernel selected(SelectedSoftmax primitive, Operands<Floats> at) {
    return new SoftmaxKernel(at, false, at.in(1), primitive.scores().size(2));
  }

  /** The number of keys that a row's query sees. */
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
      values.read(row, 0, x, 0, seen);
      if (chosen != null) {
        chosen.read(row, 0, shown, 0, keys);
        SoftmaxRow.forward(x, shown, keys);
      } else {
        SoftmaxRow.forward(x, seen);
        Arrays.fill(x, seen, keys, 0);
      }
      weights.write(row, 0, x, 0, keys);
    }
  }

  @Override
  public void backward() {
    if (!scoreGradient.wanted()) {
      return;
    }
    int keys = values.columns;
    float[] a = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    for (int row = 0; row < values.rows; row++) {
      int seen = seen(row);
      weights.read(row, 0, a, 0, seen);
      weightGradient.read(row, 0, d, 0, seen);
      SoftmaxRow.backward(a, d, seen);
      Arrays.fill(d, seen, keys, 0);
      Floats.give(scoreGradient, row, 1, d);
    }
  }
}
