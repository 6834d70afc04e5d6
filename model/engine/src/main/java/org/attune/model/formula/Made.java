package org.attune.model.formula;

import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.OperandLayout;
import org.attune.model.program.Value;

/**
 * The value of a part of a formula.
 *
 * @param value the value
 * @param axes the axes of its numbers
 * @param stacked whether heads are stacked, {@code (B, H, T, keys or 1)}; if not, they are beside
 *     each other in rows of tokens
 */
record Made(Value value, TermAxes axes, boolean stacked) {

  /**
   * Returns its layout in a grid.
   *
   * @param tokens tokens of a sequence
   * @param heads heads of the place
   */
  OperandLayout beside(int tokens, int heads) {
    int[] rows = new int[4];
    int[] columns = new int[4];
    boolean inner =
        axes.has(TermAxis.CHANNEL)
            || axes.has(TermAxis.FEATURE)
            || axes.has(TermAxis.WIDTH)
            || (stacked && axes.has(TermAxis.KEY));
    if (stacked) {
      rows[Grid.SEQUENCE] = heads * tokens;
      rows[Grid.HEAD] = tokens;
      rows[Grid.TOKEN] = 1;
    } else {
      boolean perToken = axes.has(TermAxis.TOKEN) || axes.has(TermAxis.KEY);
      rows[Grid.SEQUENCE] = perToken ? tokens : 0;
      rows[Grid.TOKEN] = axes.has(TermAxis.TOKEN) ? 1 : 0;
      rows[Grid.INNER] = axes.has(TermAxis.KEY) ? 1 : 0;
      columns[Grid.HEAD] = axes.has(TermAxis.HEAD) ? value.columns() / heads : 0;
    }
    columns[Grid.INNER] = inner ? 1 : 0;
    return new OperandLayout(rows, columns);
  }
}
