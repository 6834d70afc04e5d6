package org.attune.model.cpu.linear;

/** The innermost kernels of a window that slides over a matrix. */
interface Window {

  /** Rows of a result's tile. */
  int ROWS = 4;

  /** The number of adjacent taps whose products are summed at once. */
  int TAPS = 4;

  /** Columns of a tile. */
  int columns();

  /**
   * {@code y_rc = sum_t taps_t x_rc(t)} over a tile; x_rc(t) lies {@code under_t} elements after
   * x_rc.
   *
   * @param at offset of x_00
   * @param stride from a row of x to the next
   */
  void slide(
      float[] x, int at, int stride, float[] taps, int[] under, float[] y, int yAt, int yStride);

  /**
   * {@code sums_b = sum_p y_p x_(p+b)} for {@link #TAPS} values of b, over pieces of {@link
   * #columns()} contiguous elements.
   *
   * @param pieces offset of each piece, relative to {@code at} in x and {@code yAt} in y
   */
  void correlate(float[] x, int at, float[] y, int yAt, int[] pieces, float[] sums, int sumsAt);
}
