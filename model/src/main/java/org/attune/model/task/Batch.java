package org.attune.model.task;

import java.util.Arrays;
import java.util.stream.Stream;
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

  /**
   * Makes a batch of next tokens to predict.
   *
   * @param rows (B, T + 1) tokens
   * @param first position of the first prediction that counts
   */
  static Batch following(int[][] rows, int first) {
    int length = rows[0].length - 1;
    float[] weights = new float[length];
    Arrays.fill(weights, first, length, 1);
    return of(
        Stream.of(rows).map(row -> Arrays.copyOf(row, length)).toArray(int[][]::new),
        Stream.of(rows).map(row -> Arrays.copyOfRange(row, 1, length + 1)).toArray(int[][]::new),
        Stream.of(rows).map(row -> weights).toArray(float[][]::new));
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
