package org.attune.model.cpu.linear;

import java.util.stream.IntStream;

/**
 * A window of {@code height x width} numbers that slides over a lower triangle: sums of products
 * with what lies under it, where zeros lie around the triangle.
 *
 * <p>Matrices are of {@code length} rows and lie in arrays of {@link #size} elements, row r at
 * {@link #row}, with zeros before, after, above and below. An object holds no such array and is for
 * one thread.
 */
public final class CausalConvolution {

  private final Window window;
  private final int height;
  private final int width;
  private final int length;
  private final int wide; // columns in whole tiles
  private final int high; // rows in whole tiles
  private final int stride;
  private final int[] under; // where each of the window's elements lies from its first
  private final int[] pieces; // of the lower triangle, from its first element
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

  private static int whole(int count, int of) {
    return (count + of - 1) / of * of;
  }

  /** Elements of an array that holds a matrix and the zeros around it. */
  public int size() {
    return (high + 2 * (height - 1)) * stride;
  }

  /** Where row r begins. Elements after its r-th column stay zero, as all between the rows. */
  public int row(int r) {
    return (height - 1 + r) * stride + width / 2;
  }

  /** Elements of an array for a result. */
  public int resultSize() {
    return high * wide;
  }

  /** Where row r of a result begins: r + 1 numbers that count, and others. */
  public int resultRow(int r) {
    return r * wide;
  }

  /**
   * {@code y_rc = sum_ab taps_ab x_(r-a)(c-b+m)} with m half of the width, for c up to r.
   *
   * @param x a matrix
   * @param taps row by row
   * @param y becomes the result
   */
  public void before(float[] x, float[] taps, float[] y) {
    float[] turned = new float[taps.length]; // what is multiplied with the first element first
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
   * {@code taps_ab += sum_rc y_rc x_(r-a)(c-b+m)}: what {@link #before} says about its taps.
   *
   * @param x a matrix
   * @param y a matrix: the gradient of the result
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
