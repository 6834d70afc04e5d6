package org.attune.model.primitive;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Which keys a query may see. */
public enum Mask {
  /** All of them: sets. */
  NONE,
  /** Those at its own place and before: sequences. */
  CAUSAL;

  /** One where query i may see key j, zero elsewhere: (1, 1, queries, keys). */
  INDArray visible(DataType type, int queries, int keys) {
    INDArray ones = Nd4j.ones(type, 1, 1, queries, keys);
    if (this == CAUSAL) {
      for (int i = 0; i < queries; i++) {
        for (int j = i + 1; j < keys; j++) {
          ones.putScalar(new int[] {0, 0, i, j}, 0);
        }
      }
    }
    return ones;
  }
}
