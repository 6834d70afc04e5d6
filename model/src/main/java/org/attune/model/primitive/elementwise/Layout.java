package org.attune.model.primitive.elementwise;

import java.util.Arrays;

/**
 * How an operand lies beside a {@link Grid}: how many rows and columns further its number is for a
 * step along each of the grid's four axes; 0 and 0 where one number counts for all.
 *
 * @param rows further for a step along sequence, token, head and inner axis
 * @param columns further likewise
 */
public record Layout(int[] rows, int[] columns) {

  /** How values of a grid's own shape lie. */
  public static Layout of(Grid grid) {
    return grid.scores()
        ? new Layout(
            new int[] {grid.heads() * grid.tokens(), 1, grid.tokens(), 0}, new int[] {0, 0, 0, 1})
        : new Layout(new int[] {grid.tokens(), 1, 0, 0}, new int[] {0, 0, grid.inner(), 1});
  }

  /** The operand's row for a grid's row, and its first head and inner place. */
  public int row(Grid grid, int row) {
    return grid.place(row, Grid.SEQUENCE) * rows[Grid.SEQUENCE]
        + grid.place(row, Grid.TOKEN) * rows[Grid.TOKEN]
        + grid.place(row, Grid.HEAD) * rows[Grid.HEAD];
  }

  /** The operand's column for a grid's row, and its first head and inner place. */
  public int column(Grid grid, int row) {
    return grid.place(row, Grid.SEQUENCE) * columns[Grid.SEQUENCE]
        + grid.place(row, Grid.TOKEN) * columns[Grid.TOKEN]
        + grid.place(row, Grid.HEAD) * columns[Grid.HEAD];
  }

  /** Whether one number counts for every sequence and token: a parameter's layout. */
  public boolean everywhere() {
    return rows[Grid.SEQUENCE] == 0
        && rows[Grid.TOKEN] == 0
        && rows[Grid.INNER] == 0
        && columns[Grid.SEQUENCE] == 0
        && columns[Grid.TOKEN] == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Layout that
        && Arrays.equals(rows, that.rows)
        && Arrays.equals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(rows) + Arrays.hashCode(columns);
  }
}
