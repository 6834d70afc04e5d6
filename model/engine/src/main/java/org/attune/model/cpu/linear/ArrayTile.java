package org.attune.model.cpu.linear;

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
      c[to] = c0;
      c[to + 1] = c1;
      c[to + 2] = c2;
      c[to + 3] = c3;
    }
  }

  @Override
  public void scale(int rows, float alpha, float[] c, int cAt, int cStride) {
    for (int i = 0; i < rows; i++) {
      for (int j = cAt + i * cStride; j < cAt + i * cStride + SIZE; j++) {
        c[j] *= alpha;
      }
    }
  }

  @Override
  public void add(int rows, float alpha, float[] sums, float[] c, int cAt, int cStride) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < SIZE; j++) {
        int to = cAt + i * cStride + j;
        c[to] = Math.fma(alpha, sums[i * SIZE + j], c[to]);
      }
    }
  }

  @Override
  public void pack(int rows, float[] b, int at, int stride, float[] strip, int stripAt) {
    for (int p = 0; p < rows; p++) {
      System.arraycopy(b, at + p * stride, strip, stripAt + p * SIZE, SIZE);
    }
  }
}
