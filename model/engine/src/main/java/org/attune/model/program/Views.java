package org.attune.model.program;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Views of arrays, without copying. For some offsets ND4J's own {@code get} on a view returns an
 * empty array (1.0.0-M2.1); these methods do not.
 */
public final class Views {

  private Views() {}

  /** Elements {@code [from, from + rows * columns)} of a vector, as a matrix. */
  public static INDArray matrix(INDArray vector, long from, long rows, long columns) {
    return matrix(vector, from, rows, columns, columns);
  }

  /** A matrix in a vector, its rows {@code stride} elements apart. */
  static INDArray matrix(INDArray vector, long from, long rows, long columns, long stride) {
    return Nd4j.create(
        vector.data(),
        new long[] {rows, columns},
        new long[] {stride, 1},
        vector.offset() + from,
        'c');
  }

  /** Elements {@code [from, from + product of shape)} of a vector, row by row. */
  public static INDArray dense(INDArray vector, long from, long... shape) {
    long[] strides = new long[shape.length];
    long stride = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= shape[i];
    }
    return Nd4j.create(vector.data(), shape, strides, vector.offset() + from, 'c');
  }

  /** Columns {@code [from, to)} of a matrix. */
  public static INDArray columns(INDArray matrix, long from, long to) {
    return Nd4j.create(
        matrix.data(),
        new long[] {matrix.size(0), to - from},
        new long[] {matrix.stride(0), matrix.stride(1)},
        matrix.offset() + from * matrix.stride(1),
        'c');
  }

  /** Rows {@code [from, to)} of a matrix. */
  public static INDArray rows(INDArray matrix, long from, long to) {
    return Nd4j.create(
        matrix.data(),
        new long[] {to - from, matrix.size(1)},
        new long[] {matrix.stride(0), matrix.stride(1)},
        matrix.offset() + from * matrix.stride(0),
        'c');
  }
}
