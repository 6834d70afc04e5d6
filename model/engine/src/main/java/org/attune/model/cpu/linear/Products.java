package org.attune.model.cpu.linear;

/**
 * Matrix products in float32: {@code C = beta C + alpha A B}, and with either factor transposed.
 *
 * <p>A matrix is an array, the offset of its first element and the stride between its rows. Factors
 * may share an array or be one matrix; C overlaps neither. As in BLAS, C is not read if beta is 0,
 * nor A and B if alpha is 0. Otherwise NaN and infinity propagate through the arithmetic.
 *
 * <p>A product's digits depend on its sizes only, not on offsets, strides or earlier products.
 * Fused multiply-adds sum {@value #DEPTH} terms at a time, or {@value #TURNED_DEPTH} for a
 * transposed A.
 *
 * <p>An object works in its own 50 kB of memory; use one per thread.
 */
public final class Products {

  private static final int DEPTH = 256; // of a strip, so that it stays in the first-level cache
  private static final int TURNED_DEPTH = 128; // leaves cache for as many lines of a transposed A

  private final Tile tile;
  private final float[] strip; // of an unpacked B
  private final float[] lastRows; // of A, padded to a tile's rows; term by term
  private final float[] result; // a tile that is added to C or extends beyond it

  public Products() {
    this(Lanes.tile());
  }

  Products(Tile tile) {
    this.tile = tile;
    strip = new float[DEPTH * tile.columns()];
    lastRows = new float[DEPTH * tile.turnedRows()];
    result = new float[tile.turnedRows() * tile.columns()];
  }

  /** {@code C = beta C + alpha A B}, with A (m, B's rows) and a packed B. */
  public void product(
      int m,
      float alpha,
      float[] a,
      int aAt,
      int aStride,
      PackedMatrix b,
      float beta,
      float[] c,
      int cAt,
      int cStride) {
    if (b.full() != tile.columns()) {
      throw new IllegalArgumentException(
          "Invalid packed matrix: strips of " + b.full() + ", not of " + tile.columns());
    }
    int n = b.columns();
    int k = b.rows();
    float[] strips = b.strips();
    boolean nothing = k == 0 || alpha == 0;
    if (nothing || (beta != 0 && beta != 1)) {
      scale(m, n, beta, c, cAt, cStride);
    }
    if (nothing) {
      return;
    }
    for (int p = 0; p < k; p += DEPTH) {
      int depth = Math.min(DEPTH, k - p);
      boolean add = p > 0 || beta != 0;
      packLastRows(m, a, aAt + p, aStride, 1, depth);
      for (int j = 0; j < n; j += tile.columns()) {
        int start = b.start(p, j);
        multiplyStrip(
            m, n - j, depth, alpha, a, aAt + p, aStride, 1, strips, start, add, c, cAt + j,
            cStride);
      }
    }
  }

  /**
   * {@code C = beta C + alpha A B}, with A (m, k) and B (k, n) of any layout. A factor that lies
   * transposed has {@code down} 1 and its stride as {@code along}.
   *
   * @param aDown elements of A from one row to the next
   * @param aAlong elements of A from one column to the next; one of the two is 1, and so for B
   */
  public void multiply(
      int m,
      int n,
      int k,
      float alpha,
      float[] a,
      int aAt,
      int aDown,
      int aAlong,
      float[] b,
      int bAt,
      int bDown,
      int bAlong,
      float beta,
      float[] c,
      int cAt,
      int cStride) {
    boolean nothing = k == 0 || alpha == 0;
    if (nothing || (beta != 0 && beta != 1)) {
      scale(m, n, beta, c, cAt, cStride);
    }
    if (nothing) {
      return;
    }
    int most = aAlong == 1 ? DEPTH : TURNED_DEPTH;
    for (int p = 0; p < k; p += most) {
      int depth = Math.min(most, k - p);
      boolean add = p > 0 || beta != 0;
      int from = aAt + p * aAlong;
      packLastRows(m, a, from, aDown, aAlong, depth);
      for (int j = 0; j < n; j += tile.columns()) {
        int width = Math.min(tile.columns(), n - j);
        int corner = bAt + p * bDown + j * bAlong;
        Strips.pack(tile, b, corner, bDown, bAlong, depth, width, strip, 0);
        multiplyStrip(
            m, width, depth, alpha, a, from, aDown, aAlong, strip, 0, add, c, cAt + j, cStride);
      }
    }
  }

  private int rows(int along) {
    return along == 1 ? tile.rows() : tile.turnedRows();
  }

  /** Copies the rows of A that do not fill a tile. */
  private void packLastRows(int m, float[] a, int at, int down, int along, int depth) {
    int rows = m % rows(along);
    if (rows > 0) {
      int last = at + (m - rows) * down;
      Strips.pack(a, last, along, down, depth, rows, tile.turnedRows(), lastRows, 0);
    }
  }

  /** Multiplies one strip of B's columns by all rows of A. */
  private void multiplyStrip(
      int m,
      int remaining,
      int depth,
      float alpha,
      float[] a,
      int aAt,
      int down,
      int along,
      float[] b,
      int bAt,
      boolean add,
      float[] c,
      int cAt,
      int cStride) {
    int rows = rows(along);
    int columns = tile.columns();
    int width = Math.min(columns, remaining);
    int i = 0;
    for (; i + rows <= m; i += rows) {
      int from = aAt + i * down;
      int to = cAt + i * cStride;
      if (width < columns) {
        tile.multiply(depth, a, from, down, along, b, bAt, result, 0, columns);
        keep(rows, width, alpha, add, c, to, cStride);
      } else if (add) {
        tile.multiply(depth, a, from, down, along, b, bAt, result, 0, columns);
        tile.add(rows, alpha, result, c, to, cStride);
      } else {
        tile.multiply(depth, a, from, down, along, b, bAt, c, to, cStride);
        if (alpha != 1) {
          tile.scale(rows, alpha, c, to, cStride);
        }
      }
    }
    if (i < m) {
      tile.multiply(depth, lastRows, 0, 1, tile.turnedRows(), b, bAt, result, 0, columns);
      keep(m - i, width, alpha, add, c, cAt + i * cStride, cStride);
    }
  }

  /** Writes the part of a tile that lies within C. */
  private void keep(int rows, int width, float alpha, boolean add, float[] c, int at, int stride) {
    if (alpha != 1) {
      tile.scale(rows, alpha, result, 0, tile.columns());
    }
    for (int i = 0; i < rows; i++) {
      int from = i * tile.columns();
      int to = at + i * stride;
      if (add) {
        for (int j = 0; j < width; j++) {
          c[to + j] += result[from + j];
        }
      } else {
        System.arraycopy(result, from, c, to, width);
      }
    }
  }

  private static void scale(int m, int n, float beta, float[] c, int at, int stride) {
    for (int i = 0; i < m; i++) {
      int to = at + i * stride;
      for (int j = to; j < to + n; j++) {
        c[j] = beta == 0 ? 0 : beta * c[j];
      }
    }
  }
}
