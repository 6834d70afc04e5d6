package org.attune.model.primitive;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.RealMatrix;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Converts a stack (B, H, n, d) to separate float64 matrices on the host, and back. */
final class RealMatrices {

  private RealMatrices() {}

  /** Copies of the B·H matrices. */
  static RealMatrix[] of(INDArray stack) {
    int rows = (int) stack.size(2);
    int columns = (int) stack.size(3);
    double[] all = stack.dup('c').data().asDouble();
    RealMatrix[] each = new RealMatrix[all.length / (rows * columns)];
    for (int m = 0; m < each.length; m++) {
      double[][] matrix = new double[rows][];
      for (int i = 0; i < rows; i++) {
        int from = (m * rows + i) * columns;
        matrix[i] = Arrays.copyOfRange(all, from, from + columns);
      }
      each[m] = new Array2DRowRealMatrix(matrix, false);
    }
    return each;
  }

  /**
   * Stacks the matrices.
   *
   * @param shape (B, H, n, d)
   */
  static INDArray stack(RealMatrix[] matrices, long[] shape, DataType type) {
    double[] all =
        Arrays.stream(matrices)
            .flatMap(m -> Arrays.stream(m.getData()))
            .flatMapToDouble(Arrays::stream)
            .toArray();
    return Nd4j.createFromArray(all).castTo(type).reshape('c', shape);
  }
}
