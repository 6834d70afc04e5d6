package org.attune.model.cpu.linear;

import java.util.Arrays;

/** Copies columns of a matrix in the order in which a tile reads them. */
final class Strips {

  private Strips() {}

  /**
   * Packs {@code width} columns of {@code depth} rows for a tile, row by row. Each row is padded
   * with zeros to the tile's number of columns.
   *
   * @param down elements of b from one row to the next
   * @param along elements of b from one column to the next; one of the two is 1
   */
  static void pack(
      Tile tile,
      float[] b,
      int at,
      int down,
      int along,
      int depth,
      int width,
      float[] out,
      int outAt) {
    if (along == 1 && width == tile.columns()) {
      tile.pack(depth, b, at, down, out, outAt);
    } else {
      pack(b, at, down, along, depth, width, tile.columns(), out, outAt);
    }
  }

  /**
   * Packs {@code width} columns of {@code depth} rows, row by row. Each row is padded with zeros to
   * {@code full} numbers.
   *
   * @param down elements of b from one row to the next
   * @param along elements of b from one column to the next; one of the two is 1
   */
  static void pack(
      float[] b,
      int at,
      int down,
      int along,
      int depth,
      int width,
      int full,
      float[] out,
      int outAt) {
    if (width < full) {
      Arrays.fill(out, outAt, outAt + depth * full, 0);
    }
    if (along == 1) {
      for (int p = 0; p < depth; p++) {
        System.arraycopy(b, at + p * down, out, outAt + p * full, width);
      }
    } else {
      turn(b, at, down, along, depth, width, full, out, outAt);
    }
  }

  /**
   * Copies {@code width} columns of {@code depth} rows to rows {@code full} apart, and leaves the
   * gaps between them unchanged. It handles four columns at a time, so that writes are contiguous.
   */
  static void turn(
      float[] b,
      int at,
      int down,
      int along,
      int depth,
      int width,
      int full,
      float[] out,
      int outAt) {
    int j = 0;
    for (; j + 4 <= width; j += 4) {
      int from = at + j * along;
      int to = outAt + j;
      for (int p = 0; p < depth; p++) {
        out[to] = b[from];
        out[to + 1] = b[from + along];
        out[to + 2] = b[from + 2 * along];
        out[to + 3] = b[from + 3 * along];
        from += down;
        to += full;
      }
    }
    for (; j < width; j++) {
      int from = at + j * along;
      int to = outAt + j;
      for (int p = 0; p < depth; p++) {
        out[to] = b[from];
        from += down;
        to += full;
      }
    }
  }
}
