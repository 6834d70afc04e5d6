package org.attune.model.primitive.elementwise;

import java.util.List;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** Sums and masks as fused expressions. */
public final class Additions {

  private Additions() {}

  /**
   * Adds row t of a table to row t of every sequence.
   *
   * @param x (B·T, d)
   * @param table (T, d)
   */
  public static Value addPositions(Value x, Value table) {
    if (table.rows() != x.length() || table.columns() != x.columns()) {
      throw new IllegalArgumentException(
          "Cannot add positions %s to sequences of %d rows of %s".formatted(table, x.length(), x));
    }
    Grid grid = new Grid(false, false, x.batch(), x.length(), 1, x.columns());
    Layout perToken = new Layout(new int[] {0, 1, 0, 0}, new int[] {0, 0, x.columns(), 1});
    return sum(grid, x, table, perToken);
  }

  /**
   * Adds each key's bias to all of its scores: {@code y_ij = s_ij + bias_j} for each head.
   *
   * @param scores (B, H, queries, keys)
   * @param bias (B·keys, H)
   */
  public static Value keyBias(Value scores, Value bias) {
    if (bias.columns() != scores.size(1) || bias.length() != scores.size(3)) {
      throw new IllegalArgumentException("Cannot add %s to the keys of %s".formatted(bias, scores));
    }
    Layout perKey = new Layout(new int[] {bias.length(), 0, 0, 1}, new int[] {0, 0, 1, 0});
    return sum(grid(scores, false), scores, bias, perKey);
  }

  /**
   * Returns the scores of visible keys, and zeros for the others; the value itself if all keys are
   * visible.
   *
   * @param scores (B, H, queries, keys)
   */
  public static Value visible(Value scores, Mask mask) {
    if (mask == Mask.NONE) {
      return scores;
    }
    Recipe.Builder builder = new Recipe.Builder();
    Grid grid = grid(scores, true);
    return Elementwise.elementwise(
        Program.of(scores),
        grid,
        Recipe.of(builder, builder.input(0)),
        List.of(scores),
        List.of(Layout.of(grid)),
        false);
  }

  private static Grid grid(Value scores, boolean causal) {
    return new Grid(true, causal, scores.size(0), scores.size(2), scores.size(1), scores.size(3));
  }

  private static Value sum(Grid grid, Value x, Value added, Layout layout) {
    Recipe.Builder builder = new Recipe.Builder();
    int sum = builder.of(Op.ADD, builder.input(0), builder.input(1));
    return Elementwise.elementwise(
        Program.of(x),
        grid,
        Recipe.of(builder, sum),
        List.of(x, added),
        List.of(Layout.of(grid), layout),
        false);
  }
}
