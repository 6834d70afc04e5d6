package org.attune.model.cpu;

/**
 * Corresponding pieces of rows in two matrices, visited in three nested loops. They describe how
 * values are split, repeated and joined. Each number of the copy lies in one piece; a number of the
 * source lies in any number of pieces.
 *
 * @param counts of the three loops
 * @param length of a piece
 * @param source where pieces lie in the source
 * @param copy where they lie in the copy
 */
record Pieces(int[] counts, int length, Walk source, Walk copy) {

  private static final int SHORT = 8; // System.arraycopy does not pay off for shorter ones

  /**
   * Where pieces begin: the first piece's row and column, and the strides in rows and columns of
   * each loop.
   */
  record Walk(int row, int column, int[] rows, int[] columns) {

    /** A walk down rows, from the first number. */
    static Walk of(int... rows) {
      return new Walk(0, 0, rows, new int[3]);
    }

    /** This walk with strides in columns too. */
    Walk along(int... strides) {
      return new Walk(row, column, rows, strides);
    }

    Walk from(int firstRow, int firstColumn) {
      return new Walk(firstRow, firstColumn, rows, columns);
    }

    int start(Floats matrix) {
      return matrix.row(row) + column;
    }

    int step(Floats matrix, int loop) {
      return rows[loop] * matrix.stride + columns[loop];
    }
  }

  /** Writes or adds the source's pieces, times a factor, to the copy. */
  void copy(Floats from, Floats to, float factor, boolean adds) {
    move(from, source, to, copy, factor, adds);
  }

  /** Writes or adds the sum of each source number's copies, times a factor, to the source. */
  void collect(Floats from, Floats to, float factor, boolean adds) {
    boolean once = (long) counts[0] * counts[1] * counts[2] * length == (long) to.rows * to.columns;
    if (!adds && !once) {
      to.fill(0);
    }
    move(from, copy, to, source, factor, adds || !once);
  }

  private void move(Floats x, Walk fromWalk, Floats y, Walk toWalk, float factor, boolean adds) {
    for (int i = 0; i < counts[0]; i++) {
      for (int j = 0; j < counts[1]; j++) {
        int from = fromWalk.start(x) + i * fromWalk.step(x, 0) + j * fromWalk.step(x, 1);
        int to = toWalk.start(y) + i * toWalk.step(y, 0) + j * toWalk.step(y, 1);
        row(x.data, from, fromWalk.step(x, 2), y.data, to, toWalk.step(y, 2), factor, adds);
      }
    }
  }

  /** The innermost loop. */
  private void row(
      float[] x, int first, int xStep, float[] y, int target, int yStep, float f, boolean adds) {
    int from = first;
    int to = target;
    for (int k = 0; k < counts[2]; k++) {
      if (adds) {
        for (int c = 0; c < length; c++) {
          y[to + c] += f * x[from + c];
        }
      } else if (f == 1 && length >= SHORT) {
        System.arraycopy(x, from, y, to, length);
      } else {
        for (int c = 0; c < length; c++) {
          y[to + c] = f * x[from + c];
        }
      }
      from += xStep;
      to += yStep;
    }
  }
}
