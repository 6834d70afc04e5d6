package org.attune.model.cpu.linear;

/**
 * The second factor of products, in the order in which {@link Products} reads it. It serves
 * weights, which change once a step and are multiplied many times. It is a copy: after a change of
 * the original, call {@code pack} again.
 */
public final class PackedMatrix {

  private final int rows;
  private final int columns;
  private final Tile tile;
  private final float[] strips;

  /** Allocates memory for a matrix of {@code rows x columns}; all zeros until it is packed. */
  public PackedMatrix(int rows, int columns) {
    this(rows, columns, Lanes.tile());
  }

  /**
   * Uses the caller's memory for a matrix of {@code rows x columns}.
   *
   * @param memory of {@link #size} floats
   */
  public PackedMatrix(int rows, int columns, float[] memory) {
    this(rows, columns, Lanes.tile(), memory);
  }

  PackedMatrix(int rows, int columns, Tile tile) {
    this(rows, columns, tile, new float[size(rows, columns, tile)]);
  }

  private PackedMatrix(int rows, int columns, Tile tile, float[] strips) {
    this.rows = rows;
    this.columns = columns;
    this.tile = tile;
    this.strips = strips;
  }

  /** The number of floats for such a matrix; its columns are padded to whole strips. */
  public static int size(int rows, int columns) {
    return size(rows, columns, Lanes.tile());
  }

  private static int size(int rows, int columns, Tile tile) {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException("Invalid size of a matrix: " + rows + " x " + columns);
    }
    int full = tile.columns();
    return Math.multiplyExact(rows, (columns + full - 1) / full * full);
  }

  /** Packs B (rows, columns) without transposing it. */
  public PackedMatrix pack(float[] b, int at, int stride) {
    return pack(b, at, stride, 1);
  }

  /** Packs B', from B (columns, rows) in memory. */
  public PackedMatrix packTransposed(float[] b, int at, int stride) {
    return pack(b, at, 1, stride);
  }

  private PackedMatrix pack(float[] b, int at, int down, int along) {
    for (int j = 0; j < columns; j += full()) {
      int width = Math.min(full(), columns - j);
      Strips.pack(tile, b, at + j * along, down, along, rows, width, strips, start(0, j));
    }
    return this;
  }

  /** The number of terms of the sums it enters. */
  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  int full() {
    return tile.columns();
  }

  float[] strips() {
    return strips;
  }

  /** The offset of row p in the strip that begins at column j. */
  int start(int p, int j) {
    return j * rows + p * full();
  }
}
