package org.attune.model.cpu.linear;

import java.util.stream.IntStream;

/**
 * A window of {@code height x width} numbers that slides over a lower triangle. It sums products
 * with the numbers under it; zeros surround the triangle.
 *
 * <p>Matrices have {@code length} rows and lie in arrays of {@link #size} elements. Row r begins at
 * {@link #row}, with zeros before, after, above and below. An object holds no such array; use it
 * from one thread.
 */
public final class CausalConvolution {

  private final Window window;
  private final int height;
  private final int width;
  private final int length;
  private final int wide; // columns in whole tiles
  private final int high; // rows in whole tiles
  private final int stride;
  private final int[] under; // each window element's offset from the first
  private final int[] pieces; // of the lower triangle, relative to its first element
  private final float[] sums;

  /**
   * @param height rows of the window, at least 1
   * @param width its columns, odd
   * @param length rows and columns of the matrix
   */
  public CausalConvolution(int height, int width, int length) {
    this(Lanes.window(), height, width, length);
  }

  CausalConvolution(Window window, int height, int width, int length) {
    this.window = window;
    this.height = height;
    this.width = width;
    this.length = length;
    int columns = window.columns();
    wide = whole(length, columns);
    high = whole(length, Window.ROWS);
    int taps = whole(width, Window.TAPS);
    stride = wide + taps;
    sums = new float[taps];
    under = IntStream.range(0, height * width).map(t -> t / width * stride + t % width).toArray();
    pieces =
        IntStream.range(0, length)
            .flatMap(r -> IntStream.rangeClosed(0, r / columns).map(c -> r * stride + c * columns))
            .toArray();
  }

  private static int whole(int count, int size) {
    return (count + size - 1) / size * size;
  }

  /** The size of an array that holds a matrix and the zeros around it. */
  public int size() {
    return (high + 2 * (height - 1)) * stride;
  }

  /**
   * The offset of row r. Elements after its r-th column must stay zero, like those between the
   * rows.
   */
  public int row(int r) {
    return (height - 1 + r) * stride + width / 2;
  }

  /** The size of an array for a result. */
  public int resultSize() {
    return high * wide;
  }

  /** The offset of a result's row r; its first r + 1 numbers count. */
  public int resultRow(int r) {
    return r * wide;
  }

  /**
   * {@code y_rc = sum_ab taps_ab x_(r-a)(c-b+m)} for c up to r; m is half of the width.
   *
   * @param x a matrix
   * @param taps row by row
   * @param y receives the result
   */
  public void before(float[] x, float[] taps, float[] y) {
    float[] turned = new float[taps.length]; // reversed: the first tap multiplies the first element
    for (int t = 0; t < taps.length; t++) {
      turned[t] = taps[taps.length - 1 - t];
    }
    slide(x, 0, turned, y);
  }

  /** {@code y_rc = sum_ab taps_ab x_(r+a)(c+b-m)}, for c up to r. */
  public void after(float[] x, float[] taps, float[] y) {
    slide(x, (height - 1) * stride, taps, y);
  }

  private void slide(float[] x, int first, float[] taps, float[] y) {
    for (int r = 0; r < length; r += Window.ROWS) {
      int last = Math.min(r + Window.ROWS, length) - 1;
      for (int c = 0; c <= last; c += window.columns()) {
        window.slide(x, first + r * stride + c, stride, taps, under, y, resultRow(r) + c, wide);
      }
    }
  }

  /**
   * {@code taps_ab += sum_rc y_rc x_(r-a)(c-b+m)}: the taps' gradient of {@link #before}.
   *
   * @param x a matrix
   * @param y a matrix: the result's gradient
   */
  public void learn(float[] x, float[] y, float[] taps) {
    for (int a = 0; a < height; a++) {
      int at = (height - 1 - a) * stride;
      for (int b = 0; b < sums.length; b += Window.TAPS) {
        window.correlate(x, at + b, y, row(0), pieces, sums, b);
      }
      for (int b = 0; b < width; b++) {
        taps[a * width + b] += sums[width - 1 - b];
      }
    }
  }
}
