package org.attune.model.cpu.linear;

import java.util.Arrays;

/**
 * Gaussian elimination with row pivots, in float32: {@code P A = L U}, in place of A. L lies below
 * the diagonal and has a unit diagonal; U lies on and above it. It eliminates {@value #BLOCK}
 * columns at a time; products do the rest.
 *
 * <p>NaN and infinity propagate through the arithmetic. An object works in its own memory; use one
 * per thread.
 */
final class Elimination {

  private static final int BLOCK = 16;

  private final Products products;
  private final EliminationStep rows = Lanes.eliminationStep();
  private final float[] above = new float[BLOCK];
  private float[] turned = {};

  Elimination(Products products) {
    this.products = products;
  }

  /**
   * Replaces a square matrix by its factors.
   *
   * @param order receives A's rows in the order of the pivots
   * @return whether factors exist; false if the matrix is singular or not finite
   */
  boolean factor(int n, float[] a, int at, int stride, int[] order) {
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    for (int b = 0; b < n; b += BLOCK) {
      int end = Math.min(b + BLOCK, n);
      if (!panel(n, b, end - b, a, at, stride, order)) {
        return false;
      }
      right(n, b, end, a, at, stride);
    }
    return true;
  }

  /**
   * Factors a block of columns from its diagonal down. It works on a transposed copy: each column
   * is contiguous, so all of U above it is subtracted at once.
   */
  private boolean panel(int n, int b, int width, float[] a, int at, int stride, int[] order) {
    int m = n - b;
    int corner = at + b * stride + b;
    float[] t = turned(width * m);
    Strips.turn(a, corner, 1, stride, width, m, m, t, 0);
    for (int k = 0; k < width; k++) {
      int column = k * m;
      for (int j = 0; j < k; j++) { // the numbers above the diagonal
        float sum = t[column + j];
        for (int i = 0; i < j; i++) {
          sum = Math.fma(-t[i * m + j], t[column + i], sum);
        }
        t[column + j] = sum;
        above[j] = sum;
      }
      rows.eliminate(t, column, m, 0, m, k, above, 0, 1, 1);
      System.arraycopy(above, 0, t, column, k); // elimination over whole vectors changed them
      int pivot = pivot(t, column, k, m);
      if (pivot != k) {
        swap(n, b + k, b + pivot, a, at, stride, order);
        for (int row = 0; row < width; row++) {
          float number = t[row * m + k];
          t[row * m + k] = t[row * m + pivot];
          t[row * m + pivot] = number;
        }
      }
      float diagonal = t[column + k];
      if (!(Math.abs(diagonal) > 0 && Float.isFinite(diagonal))) {
        return false;
      }
      for (int i = k + 1; i < m; i++) {
        t[column + i] /= diagonal;
      }
    }
    Strips.turn(t, 0, 1, m, m, width, stride, a, corner);
    return true;
  }

  /** Updates the numbers right of a block of columns, and below it. */
  private void right(int n, int b, int end, float[] a, int at, int stride) {
    int columns = n - end;
    if (columns == 0) {
      return;
    }
    int top = at + b * stride + end;
    for (int i = b + 1; i < end; i++) {
      int row = at + i * stride;
      rows.eliminate(a, row + end, columns, top, stride, i - b, a, row + b, 1, 1);
    }
    int left = at + end * stride + b;
    int corner = at + end * stride + end;
    products.multiply(
        columns, columns, end - b, -1, a, left, stride, 1, a, top, stride, 1, 1, a, corner, stride);
  }

  /** The index of a column's largest number in absolute value, from the diagonal on. */
  private static int pivot(float[] t, int column, int k, int m) {
    int best = k;
    for (int i = k + 1; i < m; i++) {
      if (Math.abs(t[column + i]) > Math.abs(t[column + best])) {
        best = i;
      }
    }
    return best;
  }

  private static void swap(int n, int k, int pivot, float[] a, int at, int stride, int[] order) {
    for (int c = 0, i = at + k * stride, j = at + pivot * stride; c < n; c++, i++, j++) {
      float number = a[i];
      a[i] = a[j];
      a[j] = number;
    }
    int row = order[k];
    order[k] = order[pivot];
    order[pivot] = row;
  }

  /** {@code X = X A⁻¹}, with A (n, n) as its factors and X (m, n). */
  void divide(
      int m, int n, float[] a, int at, int aStride, int[] order, float[] x, int xAt, int s) {
    float[] t = turned(m * n);
    Strips.turn(
        x, xAt, 1, s, n, m, m, t,
        0); // solves with U' and L' follow, on the transposed X; then the rows return to A's order
    for (int i = 0; i < n; i++) {
      rows.eliminate(t, i * m, m, 0, m, i, a, at + i, aStride, 1 / a[at + i * (aStride + 1)]);
    }
    for (int i = n - 1; i >= 0; i--) {
      int below = at + (i + 1) * aStride + i;
      rows.eliminate(t, i * m, m, (i + 1) * m, m, n - 1 - i, a, below, aStride, 1);
    }
    for (int i = 0; i < n; i++) {
      for (int r = 0; r < m; r++) {
        x[xAt + r * s + order[i]] = t[i * m + r];
      }
    }
  }

  /** {@code X = X A⁻ᵀ}, with A (n, n) as its factors and X (m, n). */
  void divideTransposed(
      int m, int n, float[] a, int at, int aStride, int[] order, float[] x, int xAt, int s) {
    float[] t = turned(m * n);
    for (int i = 0; i < n; i++) {
      for (int r = 0; r < m; r++) {
        t[i * m + r] = x[xAt + r * s + order[i]];
      }
    }
    for (int i = 0; i < n; i++) {
      rows.eliminate(t, i * m, m, 0, m, i, a, at + i * aStride, 1, 1);
    }
    for (int i = n - 1; i >= 0; i--) {
      int diagonal = at + i * (aStride + 1);
      int below = (i + 1) * m;
      rows.eliminate(t, i * m, m, below, m, n - 1 - i, a, diagonal + 1, 1, 1 / a[diagonal]);
    }
    Strips.turn(t, 0, 1, m, m, n, s, x, xAt);
  }

  private float[] turned(int size) {
    if (turned.length < size) {
      turned = Arrays.copyOf(turned, size);
    }
    return turned;
  }
}
