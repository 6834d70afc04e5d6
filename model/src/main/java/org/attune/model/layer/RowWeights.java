package org.attune.model.layer;

import java.util.Arrays;
import org.nd4j.linalg.api.ndarray.INDArray;

/** How much each row of a batch counts, scaled to sum to one, in an array kept between batches. */
final class RowWeights {

  private double[] scaled = {};

  /**
   * The scaled weights, a number per row; valid until the next call.
   *
   * @param mask as many elements as rows, or null where all count alike
   */
  double[] of(INDArray mask, int rows) {
    if (scaled.length != rows) {
      scaled = new double[rows];
    }
    if (mask == null) {
      Arrays.fill(scaled, 1.0 / rows);
      return scaled;
    }
    INDArray dense = mask.ordering() == 'c' && !mask.isView() ? mask : mask.dup('c');
    double total = 0;
    for (int i = 0; i < rows; i++) { // by element: what copies makes objects for the collector
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
}
