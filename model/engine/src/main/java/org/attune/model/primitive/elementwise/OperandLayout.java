package org.attune.model.primitive.elementwise;

import java.util.Arrays;

/**
 * An operand's layout relative to a {@link Grid}: its strides in rows and columns along each of the
 * grid's four axes. Both strides are 0 along an axis over which the operand is broadcast.
 *
 * @param rows the row strides along the sequence, token, head and inner axes
 * @param columns the column strides along these axes
 */
public record OperandLayout(int[] rows, int[] columns) {

  /** The layout of a value with the grid's own shape. */
  public static OperandLayout of(Grid grid) {
    return grid.scores()
        ? new OperandLayout(
            new int[] {grid.heads() * grid.tokens(), 1, grid.tokens(), 0}, new int[] {0, 0, 0, 1})
        : new OperandLayout(new int[] {grid.tokens(), 1, 0, 0}, new int[] {0, 0, grid.inner(), 1});
  }

  /** The operand's row for a grid row, at the row's first head and inner place. */
  public int row(Grid grid, int row) {
    return grid.place(row, Grid.SEQUENCE) * rows[Grid.SEQUENCE]
        + grid.place(row, Grid.TOKEN) * rows[Grid.TOKEN]
        + grid.place(row, Grid.HEAD) * rows[Grid.HEAD];
  }

  /** The operand's column for a grid row, at the row's first head and inner place. */
  public int column(Grid grid, int row) {
    return grid.place(row, Grid.SEQUENCE) * columns[Grid.SEQUENCE]
        + grid.place(row, Grid.TOKEN) * columns[Grid.TOKEN]
        + grid.place(row, Grid.HEAD) * columns[Grid.HEAD];
  }

  /** Whether the operand is broadcast over sequences and tokens, as a parameter is. */
  public boolean everywhere() {
    return rows[Grid.SEQUENCE] == 0
        && rows[Grid.TOKEN] == 0
        && rows[Grid.INNER] == 0
        && columns[Grid.SEQUENCE] == 0
        && columns[Grid.TOKEN] == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OperandLayout that
        && Arrays.equals(rows, that.rows)
        && Arrays.equals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(rows) + Arrays.hashCode(columns);
  }
}
