package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointer;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;

/** {@link Pointer} in float32: one-hot rows, with the softmax of the noisy scores as surrogate. */
final class PointerKernel extends CpuKernel {

  private final Pointer pointer;
  private final int queries;
  private final SurrogateRows surrogate;
  private float temperature;

  PointerKernel(Pointer pointer, Operands<Floats> at) {
    super(at);
    this.pointer = pointer;
    queries = pointer.scores().size(2);
    surrogate = new SurrogateRows(at);
  }

  @Override
  public void forward(Pass pass) {
    temperature = (float) (pointer.warm() + (pointer.cold() - pointer.warm()) * pass.progress());
    int keys = input.columns;
    Noise noise = pass.noise().at(at.node());
    long before = (long) pass.firstExample() * input.rows / at.batch() * keys;
    float[] x = scratch.array(0, keys);
    float[] one = scratch.array(1, keys);
    for (int row = 0; row < input.rows; row++) {
      int seen = pointer.mask() == Mask.CAUSAL ? Math.min(row % queries + 1, keys) : keys;
      input.read(row, 1, x);
      for (int j = 0; pass.training() && j < seen; j++) {
        x[j] += (float) noise.gumbel(before + (long) row * keys + j);
      }
      Arrays.fill(one, 0, keys, 0);
      int best = largest(x, seen);
      one[best] = Float.isNaN(x[best]) ? Float.NaN : 1;
      output.write(row, 1, one);
      ArrayMath.scale(1 / temperature, x, 0, seen);
      SoftmaxRow.forward(x, seen);
      surrogate.keep(row, x, seen);
    }
  }

  @Override
  public void backward() {
    surrogate.backward(1 / temperature);
  }

  /**
   * The index of the largest, the first of equals; of one that is not a number, if there is one.
   */
  private static int largest(float[] x, int n) {
    int best = 0;
    for (int j = 1; j < n; j++) {
      best = x[j] > x[best] || Float.isNaN(x[j]) ? j : best;
    }
    return best;
  }
}
