package org.attune.model.cpu;

import org.bytedeco.javacpp.FloatPointer;

/**
 * A matrix kept transposed beside itself, since products are faster with a second factor as it lies
 * than with a transposed one.
 */
final class TransposedCopy {

  private static final int TOGETHER = 16; // rows turned at a time: a cache line of the copy
  private static final int PADDING = 16; // floats, against conflicts in the cache

  private final Floats matrix;
  private final Memory copy; // (columns, rows)
  private final float[] read;
  private final float[] turned;
  final int stride;

  TransposedCopy(Floats matrix) {
    this.matrix = matrix;
    stride = matrix.rows + PADDING;
    copy = new Memory((long) matrix.columns * stride);
    read = new float[TOGETHER * matrix.columns];
    turned = new float[TOGETHER];
  }

  FloatPointer start() {
    return copy.at(0);
  }

  /** Copies the matrix as it is now. */
  void refresh() {
    int columns = matrix.columns;
    for (int row = 0; row < matrix.rows; row += TOGETHER) {
      int count = Math.min(TOGETHER, matrix.rows - row);
      matrix.read(row, count, read);
      for (int c = 0; c < columns; c++) {
        for (int r = 0; r < count; r++) {
          turned[r] = read[r * columns + c];
        }
        copy.write((long) c * stride + row, turned, count);
      }
    }
  }
}
