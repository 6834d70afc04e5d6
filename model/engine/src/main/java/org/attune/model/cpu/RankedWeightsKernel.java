package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.RankedWeights;
import org.attune.model.program.Pass;

/** {@link RankedWeights} in float32: fixed weights by rank, with a softmax as surrogate. */
final class RankedWeightsKernel extends CpuKernel {

  private final RankedWeights ranked;
  private final int queries;
  private final SurrogateRows surrogate;
  private final int[] best; // indices, the largest score first
  private final float[] byRank;

  RankedWeightsKernel(RankedWeights ranked, Operands<Floats> at) {
    super(at);
    this.ranked = ranked;
    queries = ranked.scores().size(2);
    surrogate = new SurrogateRows(at);
    best = new int[Math.min(ranked.count(), input.columns)];
    byRank = new float[best.length];
  }

  @Override
  public void forward(Pass pass) {
    int keys = input.columns;
    float[] x = scratch.array(0, keys);
    float[] chosen = scratch.array(1, keys);
    float[] a = scratch.array(2, keys);
    for (int row = 0; row < input.rows; row++) {
      int visible = ranked.mask() == Mask.CAUSAL ? Math.min(row % queries + 1, keys) : keys;
      input.read(row, 1, x);
      int count = rank(x, visible);
      weigh(count);
      Arrays.fill(a, 0, keys, 0);
      Arrays.fill(chosen, 0, keys, 0);
      for (int r = 0; r < count; r++) {
        a[best[r]] = Float.isNaN(x[best[r]]) ? Float.NaN : byRank[r];
        chosen[best[r]] = 1;
      }
      output.write(row, 1, a);
      SoftmaxRow.forward(x, chosen, visible);
      surrogate.keep(row, x, visible);
    }
  }

  @Override
  public void backward() {
    surrogate.backward(1);
  }

  /**
   * Finds the largest scores by insertion and returns how many it found. Equal scores keep their
   * order, and NaN comes first.
   */
  private int rank(float[] x, int n) {
    int count = 0;
    for (int j = 0; j < n; j++) {
      int r = count;
      while (r > 0 && larger(x[j], x[best[r - 1]])) {
        r--;
      }
      if (r < best.length) {
        count = Math.min(count + 1, best.length);
        System.arraycopy(best, r, best, r + 1, count - r - 1);
        best[r] = j;
      }
    }
    return count;
  }

  private static boolean larger(float score, float other) {
    return score > other || (Float.isNaN(score) && !Float.isNaN(other));
  }

  /** Sets {@code 2^-r}, divided by the sum of these numbers. */
  private void weigh(int count) {
    double sum = 2 - Math.scalb(1.0, 1 - count);
    for (int r = 0; r < count; r++) {
      byRank[r] = (float) (Math.scalb(1.0, -r) / sum);
    }
  }
}
