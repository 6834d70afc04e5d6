package org.attune.model.cpu.linear;

/**
 * The innermost kernel of a product: a tile of C, small enough for its sums to stay in registers.
 */
sealed interface Tile permits VectorTile, ArrayTile {

  /** The fastest that this JVM can run. */
  static Tile fastest() {
    return Lanes.available() ? new VectorTile() : new ArrayTile();
  }

  /** Rows of C in a tile. */
  int rows();

  /** Columns of C in a tile, and numbers of a strip's row. */
  int columns();

  /**
   * {@code C = alpha A B} for one tile, or {@code C = C + alpha A B}.
   *
   * @param depth terms of each sum
   * @param down elements of A from one row to the next
   * @param along elements of A from one term of the sum to the next; one of the two is 1
   * @param strip B's columns, packed: {@link #columns()} numbers for each term
   * @param add whether to add to what C holds; else that is not read
   */
  void multiply(
      int depth,
      float alpha,
      float[] a,
      int aAt,
      int down,
      int along,
      float[] strip,
      int stripAt,
      boolean add,
      float[] c,
      int cAt,
      int cStride);
}
