package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;

/**
 * The softmax that stands for a choice in the adjoint: kept row by row in the forward pass, and its
 * derivative given to the scores, the first argument, in the backward pass.
 */
final class SurrogateRows {

  private final int keys;
  private final float[] soft; // empty in programs that only go forward
  private final Floats weightGradient;
  private final Sink<Floats> scoreGradient;
  private final Scratch scratch;

  SurrogateRows(Operands<Floats> at) {
    keys = at.out().columns;
    weightGradient = at.outGradient();
    soft = at.backward() ? at.keep((long) at.out().rows * keys).data : new float[0];
    scoreGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  /** Keeps a row's softmax over its first keys; what is after them may be overwritten. */
  void keep(int row, float[] weights, int seen) {
    if (soft.length > 0) {
      Arrays.fill(weights, seen, keys, 0);
      System.arraycopy(weights, 0, soft, row * keys, keys);
    }
  }

  /**
   * Gives the scores' gradient.
   *
   * @param factor by which scores were multiplied before the softmax
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
      SoftmaxRow.scale(d, factor, keys);
      Floats.give(scoreGradient, row, 1, d);
    }
  }
}
