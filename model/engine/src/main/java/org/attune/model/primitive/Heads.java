package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Token rows seen as heads, for reference kernels: {@code (B·T, H·D)} as {@code (B, H, T, D)}. */
final class Heads {

  private Heads() {}

  /** A dense copy of an argument's array as {@code (B, H, T, D)}. */
  static INDArray split(Argument value, int heads) {
    return split(value.array(), value.batch(), heads);
  }

  static INDArray split(INDArray rows, int batch, int heads) {
    long length = rows.size(0) / batch;
    long width = rows.size(1) / heads;
    return rows.dup('c').reshape('c', batch, length, heads, width).permute(0, 2, 1, 3).dup('c');
  }

  /** The reverse: {@code (B, H, T, D)} as a dense {@code (B·T, H·D)}. */
  static INDArray join(INDArray heads) {
    long batch = heads.size(0);
    long length = heads.size(2);
    return heads
        .permute(0, 2, 1, 3)
        .dup('c')
        .reshape('c', batch * length, heads.size(1) * heads.size(3));
  }

  /**
   * Rejects a number of heads that does not divide the width.
   *
   * @return the width of one head
   */
  static int width(Value value, int heads) {
    if (heads < 1 || value.columns() % heads != 0) {
      throw new IllegalArgumentException(
          "Cannot split %s into %d heads: its columns are not a multiple of the heads"
              .formatted(value, heads));
    }
    return value.columns() / heads;
  }
}
