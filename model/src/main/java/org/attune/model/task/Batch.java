package org.attune.model.task;

import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Some examples.
 *
 * @param features (B, T) tokens, or (B, T, columns) reals
 * @param labels (B, T) tokens, or (B, T, columns) reals
 * @param weights (B, T): how much each row's loss counts, 0 for not at all
 */
public record Batch(INDArray features, INDArray labels, INDArray weights) {

  /** The number of examples. */
  public int size() {
    return Math.toIntExact(features.size(0));
  }

  /**
   * Frees the arrays at once: left to the collector, native memory grows faster than the heap that
   * makes it run.
   */
  public void close() {
    features.close();
    labels.close();
    weights.close();
  }
}
