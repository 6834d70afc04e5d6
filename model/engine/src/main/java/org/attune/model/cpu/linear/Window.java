package org.attune.model.cpu.linear;

/**
 * The innermost kernels of a window that slides over a matrix.
 *
 * <p>This class computes number by number; {@link VectorWindow} computes by vectors.
 */
class Window {

  /** Rows of a result's tile. */
  static final int ROWS = 4;

  /** The number of adjacent taps whose products are summed at once. */
  static final int TAPS = 4;

  /** Columns of a tile. */
  int columns() {
    return 4;
  }

  /**
   * {@code y_rc = sum_t taps_t x_rc(t)} over a tile; x_rc(t) lies {@code under_t} elements after
   * x_rc.
   *
   * @param at offset of x_00
   * @param stride from a row of x to the next
   */
  void slide(
      float[] x, int at, int stride, float[] taps, int[] under, float[] y, int yAt, int yStride) {
    for (int r = 0; r < ROWS; r++) {
      for (int c = 0; c < columns(); c++) {
        float sum = 0;
        for (int t = 0; t < taps.length; t++) {
          sum = Math.fma(taps[t], x[at + r * stride + c + under[t]], sum);
        }
        y[yAt + r * yStride + c] = sum;
      }
    }
  }

  /**
   * {@code sums_b = sum_p y_p x_(p+b)} for {@link #TAPS} values of b, over pieces of {@link
   * #columns()} contiguous elements.
   *
   * @param pieces offset of each piece, relative to {@code at} in x and {@code yAt} in y
   */
  void correlate(float[] x, int at, float[] y, int yAt, int[] pieces, float[] sums, int sumsAt) {
    for (int b = 0; b < TAPS; b++) {
      float sum = 0;
      for (int piece : pieces) {
        for (int c = 0; c < columns(); c++) {
          sum = Math.fma(y[yAt + piece + c], x[at + piece + c + b], sum);
        }
      }
      sums[sumsAt + b] = sum;
    }
  }
}
