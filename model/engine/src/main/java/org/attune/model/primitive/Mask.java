package org.attune.model.primitive;

import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Which keys a query may see. */
public enum Mask {
  /** All keys: for sets. */
  NONE,
  /** The keys at the query's position and before it: for sequences. */
  CAUSAL;

  /** 1 where query i may see key j, else 0: (1, 1, queries, keys). */
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
