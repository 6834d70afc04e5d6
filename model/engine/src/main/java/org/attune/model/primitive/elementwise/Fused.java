package org.attune.model.primitive.elementwise;

import java.util.List;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** Sums, products and masks as fused expressions. */
public final class Fused {

  private Fused() {}

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
    OperandLayout perToken =
        new OperandLayout(new int[] {0, 1, 0, 0}, new int[] {0, 0, x.columns(), 1});
    return combined(grid, Op.ADD, x, table, perToken);
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
    OperandLayout perKey =
        new OperandLayout(new int[] {bias.length(), 0, 0, 1}, new int[] {0, 0, 1, 0});
    return combined(grid(scores, false), Op.ADD, scores, bias, perKey);
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
        List.of(OperandLayout.of(grid)),
        false);
  }

  /**
   * Multiplies each head of each row by its own number.
   *
   * @param x (M, H·d)
   * @param factors (M, H)
   */
  public static Value headScale(Value x, Value factors) {
    int heads = factors.columns();
    if (x.columns() % heads != 0 || x.rows() != factors.rows()) {
      throw new IllegalArgumentException("Cannot scale heads of %s by %s".formatted(x, factors));
    }
    Grid grid = new Grid(false, false, 1, x.rows(), heads, x.columns() / heads);
    OperandLayout perHead = new OperandLayout(new int[] {0, 1, 0, 0}, new int[] {0, 0, 1, 0});
    return combined(grid, Op.MULTIPLY, x, factors, perHead);
  }

  private static Grid grid(Value scores, boolean causal) {
    return new Grid(true, causal, scores.size(0), scores.size(2), scores.size(1), scores.size(3));
  }

  private static Value combined(Grid grid, Op op, Value x, Value other, OperandLayout layout) {
    Recipe.Builder builder = new Recipe.Builder();
    int result = builder.of(op, builder.input(0), builder.input(1));
    return Elementwise.elementwise(
        Program.of(x),
        grid,
        Recipe.of(builder, result),
        List.of(x, other),
        List.of(OperandLayout.of(grid), layout),
        false);
  }
}
