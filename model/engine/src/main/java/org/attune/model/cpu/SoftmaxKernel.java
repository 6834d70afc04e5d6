package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.SelectedSoftmax;
import org.attune.model.primitive.Softmax;
import org.attune.model.program.Pass;
import org.jspecify.annotations.Nullable;

/** Softmax of each row of scores over the visible or selected keys; the rest is zero. */
final class SoftmaxKernel extends CpuKernel {

  private final boolean causal;
  private final int queries;
  private final @Nullable Floats chosen; // 1 for selected keys, 0 for others; null if all count

  private SoftmaxKernel(Operands<Floats> at, boolean causal, @Nullable Floats chosen, int queries) {
    super(at);
    this.causal = causal;
    this.chosen = chosen;
    this.queries = queries;
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
    return causal ? Math.min(row % queries + 1, input.columns) : input.columns;
  }

  @Override
  public void forward(Pass pass) {
    int keys = input.columns;
    float[] x = scratch.array(0, keys);
    float[] shown = scratch.array(1, keys);
    for (int row = 0; row < input.rows; row++) {
      int seen = seen(row);
      input.read(row, 0, x, 0, seen);
      if (chosen != null) {
        chosen.read(row, 0, shown, 0, keys);
        SoftmaxRow.forward(x, shown, keys);
      } else {
        SoftmaxRow.forward(x, seen);
        Arrays.fill(x, seen, keys, 0);
      }
      output.write(row, 0, x, 0, keys);
    }
  }

  @Override
  public void backward() {
    if (!toInput.wanted()) {
      return;
    }
    int keys = input.columns;
    float[] a = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    for (int row = 0; row < input.rows; row++) {
      int seen = seen(row);
      output.read(row, 0, a, 0, seen);
      gradient.read(row, 0, d, 0, seen);
      SoftmaxRow.backward(a, d, seen);
      Arrays.fill(d, seen, keys, 0);
      Floats.give(toInput, row, 1, d);
    }
  }
}
