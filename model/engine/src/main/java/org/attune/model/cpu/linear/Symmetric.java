package org.attune.model.cpu.linear;

import java.util.Arrays;

/**
 * Products with a symmetric result or factor, stored as its lower triangle. The numbers above the
 * diagonal are neither read nor written. Use one object per thread.
 *
 * <p>Of a matrix {@code x}, {@code xAt} is the index of its first number, and {@code xs} or {@code
 * xStride} the distance between the starts of two rows.
 */
final class Symmetric {

  private static final int BLOCK = 48; // rows of the result at a time; whole tiles of 6

  private final Products products;
  private final float[] square = new float[BLOCK * BLOCK];
  private float[] whole = {};

  Symmetric(Products products) {
    this.products = products;
  }

  /**
   * The lower triangle of {@code C = beta C + AB}, or of {@code C = beta C + AB + (AB)'}, with A
   * (n, k) and B (k, n) of any layout, as {@link Products#multiply} has them.
   */
  void lower(
      int n,
      int k,
      float[] a,
      int aAt,
      int aDown,
      int aAlong,
      float[] b,
      int bAt,
      int bDown,
      int bAlong,
      float beta,
      boolean both,
      float[] c,
      int cAt,
      int cs) {
    for (int i = 0; i < n; i += BLOCK) {
      int count = Math.min(BLOCK, n - i);
      int from = aAt + i * aDown;
      int to = cAt + i * cs;
      products.multiply(
          count, i, k, 1, a, from, aDown, aAlong, b, bAt, bDown, bAlong, beta, c, to, cs);
      int column = bAt + i * bAlong;
      if (both) { // the transposed term (AB)' is B'A'
        products.multiply(
            count, i, k, 1, b, column, bAlong, bDown, a, aAt, aAlong, aDown, 1, c, to, cs);
      }
      products.multiply(
          count, count, k, 1, a, from, aDown, aAlong, b, column, bDown, bAlong, 0, square, 0,
          BLOCK);
      keep(count, beta, both, c, to + i, cs);
    }
  }

  private void keep(int count, float beta, boolean both, float[] c, int at, int cs) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        float sum = square[i * BLOCK + j];
        if (both) {
          sum += square[j * BLOCK + i];
        }
        int to = at + i * cs + j;
        c[to] = beta == 0 ? sum : Math.fma(beta, c[to], sum);
      }
    }
  }

  /** All of a symmetric matrix (n, n), row by row, in an array that the next call overwrites. */
  float[] whole(int n, float[] s, int at, int stride) {
    if (whole.length < n * n) {
      whole = Arrays.copyOf(whole, n * n);
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        float x = s[at + i * stride + j];
        whole[i * n + j] = x;
        whole[j * n + i] = x;
      }
    }
    return whole;
  }
}
