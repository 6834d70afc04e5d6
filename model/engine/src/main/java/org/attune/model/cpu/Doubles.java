package org.attune.model.cpu;

import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.RealMatrix;
import org.attune.model.engine.Sink;

/** Rows of the backend's memory as float64 matrices, for computations that float32 cannot carry. */
final class Doubles {

  private Doubles() {}

  /** A copy of some rows. */
  static Array2DRowRealMatrix matrix(Floats from, int row, int count) {
    return new Array2DRowRealMatrix(rows(from, row, count), false);
  }

  /** A transposed copy of some rows. */
  static Array2DRowRealMatrix transposed(Floats from, int row, int count) {
    double[][] all = new double[from.columns][count];
    for (int r = 0; r < count; r++) {
      for (int c = 0; c < from.columns; c++) {
        all[c][r] = from.at(row + r, c);
      }
    }
    return new Array2DRowRealMatrix(all, false);
  }

  /** A copy of some rows as nested arrays. */
  static double[][] rows(Floats from, int row, int count) {
    double[][] all = new double[count][from.columns];
    for (int r = 0; r < count; r++) {
      for (int c = 0; c < from.columns; c++) {
        all[r][c] = from.at(row + r, c);
      }
    }
    return all;
  }

  /** All numbers, row by row. */
  static double[] all(Floats from) {
    double[] all = new double[from.rows * from.columns];
    for (int r = 0, i = 0; r < from.rows; r++) {
      for (int c = 0; c < from.columns; c++) {
        all[i++] = from.at(r, c);
      }
    }
    return all;
  }

  /** Writes a matrix's rows, starting at a given row. */
  static void write(RealMatrix from, Floats to, int row) {
    for (int r = 0; r < from.getRowDimension(); r++) {
      to.write(row + r, 1, floats(from.getRow(r)));
    }
  }

  /** Contributes a matrix's rows to a gradient, starting at a given row. */
  static void give(RealMatrix from, Sink<Floats> sink, int row) {
    for (int r = 0; r < from.getRowDimension(); r++) {
      Floats.give(sink, row + r, 1, floats(from.getRow(r)));
    }
  }

  static float[] floats(double[] row) {
    float[] all = new float[row.length];
    for (int c = 0; c < row.length; c++) {
      all[c] = (float) row[c];
    }
    return all;
  }
}
