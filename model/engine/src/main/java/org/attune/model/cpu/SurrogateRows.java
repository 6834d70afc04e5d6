package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;

/**
 * The softmax surrogate of a choice. The forward pass keeps it row by row; the backward pass gives
 * its derivative to the scores, which are the first argument.
 */
final class SurrogateRows {

  private final int keys;
  private final float[] soft; // empty in forward-only programs
  private final Floats weightGradient;
  private final Sink<Floats> scoreGradient;
  private final Scratch scratch;

  SurrogateRows(Operands<Floats> at) {
    keys = at.out().columns;
    weightGradient = at.outGradient();
    soft = at.backward() ? at.keepForAdjoint((long) at.out().rows * keys).data : new float[0];
    scoreGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  /** Keeps a row's softmax over its first keys; it may overwrite the numbers after them. */
  void keep(int row, float[] weights, int seen) {
    if (soft.length > 0) {
      Arrays.fill(weights, seen, keys, 0);
      System.arraycopy(weights, 0, soft, row * keys, keys);
    }
  }

  /**
   * Contributes the scores' gradient.
   *
   * @param factor applied to the scores before the softmax
   */
  void backward(float factor) {
    if (!scoreGradient.wanted()) {
      return;
    }
    float[] a = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    for (int row = 0; row < weightGradient.rows; row++) {
      System.arraycopy(soft, row * keys, a, 0, keys);
      weightGradient.read(row, 1, d);
      SoftmaxRow.backward(a, d, keys);
      ArrayMath.scale(factor, d, 0, keys);
      Floats.give(scoreGradient, row, 1, d);
    }
  }
}
