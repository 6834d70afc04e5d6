package org.attune.model.cpu.linear;

/**
 * The innermost kernel of a product: a tile of C whose sums stay in registers.
 *
 * <p>This class has four rows by four columns and computes number by number, for a JVM without the
 * vector module. {@link VectorTile} computes by vectors.
 */
class Tile {

  private static final int SIZE = 4;

  /** Rows of C in a tile when A's rows are contiguous. */
  int rows() {
    return SIZE;
  }

  /**
   * Rows of C in a tile when A's columns are contiguous: A is transposed or packed. At least as
   * many as {@link #rows()}.
   */
  int turnedRows() {
    return SIZE;
  }

  /** Columns of C in a tile, and numbers in a strip's row. */
  int columns() {
    return SIZE;
  }

  /**
   * {@code C = A B} for one tile, without reading C.
   *
   * @param depth terms of each sum
   * @param down elements of A from one row to the next
   * @param along elements of A from one term of the sum to the next; one of the two is 1
   * @param strip B's columns, packed: {@link #columns()} numbers for each term
   */
  void multiply(
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

  /** {@code C = alpha C} for the first rows of one tile. */
  void scale(int rows, float alpha, float[] c, int cAt, int cStride) {
    for (int i = 0; i < rows; i++) {
      for (int j = cAt + i * cStride; j < cAt + i * cStride + SIZE; j++) {
        c[j] *= alpha;
      }
    }
  }

  /**
   * {@code C = C + alpha S} for the first rows of one tile, rounded once.
   *
   * @param sums S, with {@link #columns()} numbers in each row
   */
  void add(int rows, float alpha, float[] sums, float[] c, int cAt, int cStride) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < SIZE; j++) {
        int to = cAt + i * cStride + j;
        c[to] = Math.fma(alpha, sums[i * SIZE + j], c[to]);
      }
    }
  }

  /**
   * Packs a strip of contiguous columns of B: {@link #columns()} numbers of each row.
   *
   * @param stride elements of B from one row to the next
   */
  void pack(int rows, float[] b, int at, int stride, float[] strip, int stripAt) {
    for (int p = 0; p < rows; p++) {
      System.arraycopy(b, at + p * stride, strip, stripAt + p * SIZE, SIZE);
    }
  }
}
