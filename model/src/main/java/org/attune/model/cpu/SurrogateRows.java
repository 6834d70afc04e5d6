package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Value;

/**
 * The softmax that stands for a choice in the adjoint: kept row by row in the forward pass, and its
 * derivative given to the scores in the backward pass.
 */
final class SurrogateRows {

  private final int keys;
  private final Memory soft; // null in programs that only go forward
  private final Floats weightGradient;
  private final GradientRows scoreGradient;
  private final Scratch scratch;

  SurrogateRows(Value scores, Value y) {
    keys = scores.size(3);
    boolean backward = y.gradient() != null;
    weightGradient = backward ? Floats.of(y.gradient()) : null;
    soft = backward ? new Memory((long) weightGradient.rows * keys) : null;
    scoreGradient = new GradientRows(scores, y);
    scratch = Scratch.of(y);
  }

  /** Keeps a row's softmax over its first keys; what is after them may be overwritten. */
  void keep(int row, float[] weights, int seen) {
    if (soft != null) {
      Arrays.fill(weights, seen, keys, 0);
      soft.write((long) row * keys, weights, keys);
    }
  }

  /**
   * Gives the scores' gradient.
   *
   * @param factor by which scores were multiplied before the softmax
   */
  void backward(float factor) {
    scoreGradient.start();
    float[] a = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    for (int row = 0; row < weightGradient.rows; row++) {
      soft.read((long) row * keys, a, keys);
      weightGradient.read(row, 1, d);
      SoftmaxRow.backward(a, d, keys);
      SoftmaxRow.scale(d, factor, keys);
      scoreGradient.give(row, d);
    }
  }
}
