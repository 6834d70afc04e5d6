package org.attune.model.cpu.linear;

import java.util.Arrays;

/**
 * Cholesky factors and solves with lower triangles, in float32, {@value #BLOCK} rows at a time. It
 * uses matrix products between blocks and substitution along rows within one.
 *
 * <p>The numbers above a triangle's diagonal are neither read nor written. NaN and infinity
 * propagate through the arithmetic. An object works in its own memory, which grows to the largest
 * request; use one per thread.
 */
public final class Triangles {

  private static final int BLOCK = 64;
  private static final int WHOLE = 16; // numbers in the widest vector

  private final Products products;
  private final EliminationStep rows;
  private float[] turned = {};

  public Triangles(Products products) {
    this(products, Lanes.eliminationStep());
  }

  Triangles(Products products, EliminationStep rows) {
    this.products = products;
    this.rows = rows;
  }

  /**
   * Replaces the lower triangle of a symmetric matrix A (n, n) by L with LL' = A.
   *
   * @return 0, or the order of the leading minor that is not positive; the rows from there on then
   *     do not hold the factor
   */
  public int cholesky(int n, float[] a, int at, int stride) {
    float[] t = turned(Math.min(n, BLOCK) * whole(n));
    for (int b = 0; b < n; b += BLOCK) {
      int count = Math.min(BLOCK, n - b);
      int below =
          n - b; // columns of the block's transposed copy, one for each row from the block on
      int width = whole(below);
      turn(count, below, a, at + b * stride + b, stride, t, 0, width);
      // the numbers left of the diagonal and beyond the last column are computed too, so that rows
      // are whole vectors; they reach no result
      int left = at + b * stride;
      products.multiply(
          count, below, b, -1, a, left, stride, 1, a, left, 1, stride, 1, t, 0, width);
      for (int j = 0; j < count; j++) {
        int from = j / WHOLE * WHOLE;
        rows.eliminate(t, j * width + from, width - from, from, width, j, t, j, width, 1);
        int diagonal = j * width + j;
        float pivot = t[diagonal];
        if (!(pivot > 0)) {
          return b + j + 1;
        }
        float root = (float) Math.sqrt(pivot);
        t[diagonal] = root;
        for (int c = diagonal + 1; c < j * width + below; c++) {
          t[c] /= root;
        }
      }
      putBack(count, below, t, width, a, at + b * stride + b, stride);
    }
    return 0;
  }

  /** {@code X = L⁻¹ X}, with L (n, n) and X (n, columns). */
  public void solve(
      int n, int columns, float[] l, int lAt, int lStride, float[] x, int xAt, int xStride) {
    for (int b = 0; b < n; b += BLOCK) {
      int count = Math.min(BLOCK, n - b);
      int corner = lAt + b * lStride;
      int first = xAt + b * xStride;
      if (b > 0) {
        products.multiply(
            count, columns, b, -1, l, corner, lStride, 1, x, xAt, xStride, 1, 1, x, first, xStride);
      }
      for (int i = 0; i < count; i++) {
        int row = corner + i * lStride + b;
        rows.eliminate(
            x, first + i * xStride, columns, first, xStride, i, l, row, 1, 1 / l[row + i]);
      }
    }
  }

  /** {@code X = L⁻ᵀ X}, with L (n, n) and X (n, columns). */
  public void solveTransposed(
      int n, int columns, float[] l, int lAt, int lStride, float[] x, int xAt, int xStride) {
    for (int b = (n - 1) / BLOCK * BLOCK; b >= 0; b -= BLOCK) {
      int count = Math.min(BLOCK, n - b);
      int end = b + count;
      int first = xAt + b * xStride;
      if (end < n) {
        int below = lAt + end * lStride + b;
        int done = xAt + end * xStride;
        products.multiply(
            count, columns, n - end, -1, l, below, 1, lStride, x, done, xStride, 1, 1, x, first,
            xStride);
      }
      for (int i = count - 1; i >= 0; i--) {
        int row = first + i * xStride;
        int next = row + xStride;
        int left = count - 1 - i;
        int diagonal = lAt + (b + i) * lStride + b + i;
        int below = diagonal + lStride;
        float factor = 1 / l[diagonal];
        rows.eliminate(x, row, columns, next, xStride, left, l, below, lStride, factor);
      }
    }
  }

  /** {@code X = X L⁻¹}, with L (n, n) and X (m, n). */
  public void divide(
      int m, int n, float[] l, int lAt, int lStride, float[] x, int xAt, int xStride) {
    float[] t = turned(m * n);
    turn(n, m, x, xAt, xStride, t); // (X L⁻¹)' = L⁻ᵀ X'
    solveTransposed(n, m, l, lAt, lStride, t, 0, m);
    turn(m, n, t, 0, m, x, xAt, xStride);
  }

  /** {@code X = X L⁻ᵀ}, with L (n, n) and X (m, n). */
  public void divideTransposed(
      int m, int n, float[] l, int lAt, int lStride, float[] x, int xAt, int xStride) {
    float[] t = turned(m * n);
    turn(n, m, x, xAt, xStride, t);
    solve(n, m, l, lAt, lStride, t, 0, m);
    turn(m, n, t, 0, m, x, xAt, xStride);
  }

  private static void turn(int rows, int columns, float[] from, int at, int stride, float[] to) {
    turn(rows, columns, from, at, stride, to, 0, columns);
  }

  /** Writes a {@code rows x columns} matrix transposed, as {@code columns x rows}. */
  private static void turn(
      int rows, int columns, float[] from, int at, int stride, float[] to, int toAt, int toStride) {
    Strips.turn(from, at, 1, stride, rows, columns, toStride, to, toAt);
  }

  /** Copies the lower part of a block of columns back from its transposed copy. */
  private static void putBack(
      int count, int below, float[] t, int width, float[] a, int corner, int stride) {
    for (int i = 0; i < below; i++) {
      int to = corner + i * stride;
      for (int j = 0; j < Math.min(i + 1, count); j++) {
        a[to + j] = t[j * width + i];
      }
    }
  }

  private static int whole(int columns) {
    return (columns + WHOLE - 1) / WHOLE * WHOLE;
  }

  private float[] turned(int size) {
    if (turned.length < size) {
      turned = Arrays.copyOf(turned, size);
    }
    return turned;
  }
}
