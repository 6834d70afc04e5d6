package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.OperandLayout;

/** Spreads an operand's numbers over the rows of a grid, and collects slopes back from them. */
final class Spread {

  private final Grid grid;
  private final OperandLayout layout;
  private final boolean whole;
  private final boolean run; // a grid row maps to contiguous numbers of the operand

  Spread(Grid grid, OperandLayout layout) {
    this.grid = grid;
    this.layout = layout;
    whole = layout.equals(OperandLayout.of(grid));
    int heads = grid.headsInRow();
    boolean inner = layout.rows()[Grid.INNER] == 0 && layout.columns()[Grid.INNER] == 1;
    boolean outer =
        heads == 1
            || (layout.rows()[Grid.HEAD] == 0 && layout.columns()[Grid.HEAD] == grid.inner());
    run = (inner || grid.inner() == 1) && outer;
  }

  /** Whether the operand has the grid's own layout. */
  boolean isWhole() {
    return whole;
  }

  /** Writes the numbers for a range of grid rows; any number where a query does not see the key. */
  void read(Floats from, int row, int rows, float[] to) {
    if (whole) {
      from.read(row, rows, to);
      return;
    }
    int columns = grid.columns();
    int inner = grid.inner();
    for (int r = 0; r < rows; r++) {
      int start = from.row(layout.row(grid, row + r)) + layout.column(grid, row + r);
      int target = r * columns;
      if (run) {
        System.arraycopy(from.data, start, to, target, columns);
        continue;
      }
      int headStep = layout.rows()[Grid.HEAD] * from.stride + layout.columns()[Grid.HEAD];
      int step = layout.rows()[Grid.INNER] * from.stride + layout.columns()[Grid.INNER];
      for (int h = 0; h < grid.headsInRow(); h++) {
        int head = start + h * headStep;
        if (step == 0) {
          Arrays.fill(to, target, target + inner, from.data[head]);
        } else {
          for (int c = 0; c < inner; c++) {
            to[target + c] = from.data[head + c * step];
          }
        }
        target += inner;
      }
    }
  }

  /** Writes 0 where a query does not see the key. */
  void blank(int row, int rows, float[] numbers) {
    for (int r = 0; grid.causal() && r < rows; r++) {
      int end = (r + 1) * grid.columns();
      Arrays.fill(numbers, r * grid.columns() + grid.seen(row + r), end, 0);
    }
  }

  /** Adds the slopes of a range of grid rows to the operand's. */
  void collect(int row, int rows, float[] slopes, Floats to) {
    int inner = grid.inner();
    for (int r = 0; r < rows; r++) {
      int start = to.row(layout.row(grid, row + r)) + layout.column(grid, row + r);
      int headStep = layout.rows()[Grid.HEAD] * to.stride + layout.columns()[Grid.HEAD];
      int step = layout.rows()[Grid.INNER] * to.stride + layout.columns()[Grid.INNER];
      int source = r * grid.columns();
      for (int h = 0; h < grid.headsInRow(); h++) {
        int head = start + h * headStep;
        if (step == 0) {
          to.data[head] += ArrayMath.sum(slopes, source, source + inner);
        } else {
          for (int c = 0; c < inner; c++) {
            to.data[head + c * step] += slopes[source + c];
          }
        }
        source += inner;
      }
    }
  }

  /**
   * Adds the slopes of a range of grid rows to the totals of an operand that is broadcast over
   * them.
   */
  void total(int row, int rows, float[] slopes, double[] totals) {
    int inner = grid.inner();
    int step = layout.columns()[Grid.INNER];
    for (int r = 0; r < rows; r++) {
      int start = layout.column(grid, row + r);
      int source = r * grid.columns();
      for (int h = 0; h < grid.headsInRow(); h++) {
        int head = start + h * layout.columns()[Grid.HEAD];
        if (step == 0) {
          totals[head] += ArrayMath.sum(slopes, source, source + inner);
        } else {
          for (int c = 0; c < inner; c++) {
            totals[head + c] += slopes[source + c];
          }
        }
        source += inner;
      }
    }
  }
}
