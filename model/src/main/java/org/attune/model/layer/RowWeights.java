package org.attune.model.layer;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Scales the weights of a batch's rows to sum to one, in an array reused between batches. */
final class RowWeights {

  private double[] scaled = {};

  /**
   * Returns the scaled weights, one per row; valid until the next call.
   *
   * @param mask one element per row, or DL4J's null for equal weights
   */
  double[] of(@Nullable INDArray mask, int rows) {
    if (mask == null) {
      return equal(rows);
    }
    size(rows);
    INDArray dense = mask.ordering() == 'c' && !mask.isView() ? mask : mask.dup('c');
    double total = 0;
    for (int i = 0; i < rows; i++) { // by element: copies leave objects to collect
      scaled[i] = dense.data().getDouble(dense.offset() + i);
      total += scaled[i];
    }
    if (!(total > 0)) {
      throw new IllegalArgumentException("Invalid label mask: it leaves no row to learn from");
    }
    double share = 1 / total;
    for (int i = 0; i < rows; i++) {
      scaled[i] *= share;
    }
    return scaled;
  }

  /** Returns equal weights, one per row; valid until the next call. */
  double[] equal(int rows) {
    size(rows);
    Arrays.fill(scaled, 1.0 / rows);
    return scaled;
  }

  private void size(int rows) {
    if (scaled.length != rows) {
      scaled = new double[rows];
    }
  }
}
