package org.attune.model.cpu.linear;

/** The innermost kernel of a product: a tile of C whose sums stay in registers. */
interface Tile {

  /** Rows of C in a tile when A's rows are contiguous. */
  int rows();

  /**
   * Rows of C in a tile when A's columns are contiguous: A is transposed or packed. At least as
   * many as {@link #rows()}.
   */
  int turnedRows();

  /** Columns of C in a tile, and numbers in a strip's row. */
  int columns();

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
      int cStride);

  /** {@code C = alpha C} for the first rows of one tile. */
  void scale(int rows, float alpha, float[] c, int cAt, int cStride);

  /**
   * {@code C = C + alpha S} for the first rows of one tile, rounded once.
   *
   * @param sums S, with {@link #columns()} numbers in each row
   */
  void add(int rows, float alpha, float[] sums, float[] c, int cAt, int cStride);

  /**
   * Packs a strip of contiguous columns of B: {@link #columns()} numbers of each row.
   *
   * @param stride elements of B from one row to the next
   */
  void pack(int rows, float[] b, int at, int stride, float[] strip, int stripAt);
}
