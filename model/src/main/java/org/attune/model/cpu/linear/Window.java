package org.attune.model.cpu.linear;

/** The innermost kernels of a window that slides over a matrix. */
interface Window {

  /** Rows of a tile of the result. */
  int ROWS = 4;

  /** Products that are summed at once: as many taps, side by side. */
  int TAPS = 4;

  /** Columns of a tile. */
  int columns();

  /**
   * {@code y_rc = sum_t taps_t x_rc(t)} over a tile, where x_rc(t) lies {@code under_t} elements
   * after x_rc.
   *
   * @param at where x_00 is
   * @param stride from a row of x to the next
   */
  void slide(
      float[] x, int at, int stride, float[] taps, int[] under, float[] y, int yAt, int yStride);

  /**
   * {@code sums_b = sum_p y_p x_(p+b)} for {@link #TAPS} of b, over pieces of {@link #columns()}
   * elements side by side.
   *
   * @param pieces where each begins, from {@code at} in x and from {@code yAt} in y
   */
  void correlate(float[] x, int at, float[] y, int yAt, int[] pieces, float[] sums, int sumsAt);
}
