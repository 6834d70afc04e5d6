package org.attune.model.task;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A batch of examples.
 *
 * @param features (B, T) tokens, or (B, T, columns) reals
 * @param labels (B, T) tokens, or (B, T, columns) reals
 * @param weights (B, T): weight of each row's loss; 0 leaves the row out
 */
public record Batch(INDArray features, INDArray labels, INDArray weights) {

  /** Makes a batch of tokens: features, labels and weights, each (B, T). */
  static Batch of(int[][] features, int[][] labels, float[][] weights) {
    return new Batch(
        Nd4j.createFromArray(features),
        Nd4j.createFromArray(labels),
        Nd4j.createFromArray(weights));
  }

  /** The number of examples. */
  public int size() {
    return Math.toIntExact(features.size(0));
  }

  /**
   * Frees the arrays at once. If the garbage collector freed them, native memory would grow faster
   * than the heap whose size triggers a collection.
   */
  public void close() {
    features.close();
    labels.close();
    weights.close();
  }
}
