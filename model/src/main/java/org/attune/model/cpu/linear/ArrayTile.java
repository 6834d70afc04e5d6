package org.attune.model.cpu.linear;

import java.util.Arrays;

/** Four rows by four columns in scalar arithmetic, for JVMs without the vector module. */
final class ArrayTile implements Tile {

  private static final int SIZE = 4;

  @Override
  public int rows() {
    return SIZE;
  }

  @Override
  public int turnedRows() {
    return SIZE;
  }

  @Override
  public int columns() {
    return SIZE;
  }

  @Override
  public void multiply(
      int depth,
      float alpha,
      float[] a,
      int aAt,
      int down,
      int along,
      float[] strip,
      int stripAt,
      float[] c,
      int cAt,
      int cStride) {
    for (int i = 0; i < SIZE; i++) {
      Arrays.fill(c, cAt + i * cStride, cAt + i * cStride + SIZE, 0);
    }
    multiplyAndAdd(depth, alpha, a, aAt, down, along, strip, stripAt, c, cAt, cStride);
  }

  @Override
  public void multiplyAndAdd(
      int depth,
      float alpha,
      float[] a,
      int aAt,
      int down,
      int along,
      float[] strip,
      int stripAt,
      float[] c,
      int cAt,
      int cStride) {
    for (int i = 0; i < SIZE; i++) {
      float c0 = 0;
      float c1 = 0;
      float c2 = 0;
      float c3 = 0;
      int at = aAt + i * down;
      int from = stripAt;
      for (int p = 0; p < depth; p++) {
        float x = a[at];
        c0 = Math.fma(x, strip[from], c0);
        c1 = Math.fma(x, strip[from + 1], c1);
        c2 = Math.fma(x, strip[from + 2], c2);
        c3 = Math.fma(x, strip[from + 3], c3);
        at += along;
        from += SIZE;
      }
      int to = cAt + i * cStride;
      c[to] = Math.fma(alpha, c0, c[to]);
      c[to + 1] = Math.fma(alpha, c1, c[to + 1]);
      c[to + 2] = Math.fma(alpha, c2, c[to + 2]);
      c[to + 3] = Math.fma(alpha, c3, c[to + 3]);
    }
  }

  @Override
  public void pack(int rows, float[] b, int at, int stride, float[] strip, int stripAt) {
    for (int p = 0; p < rows; p++) {
      System.arraycopy(b, at + p * stride, strip, stripAt + p * SIZE, SIZE);
    }
  }
}
