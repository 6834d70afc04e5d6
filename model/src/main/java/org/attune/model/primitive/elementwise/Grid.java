package org.attune.model.primitive.elementwise;

/**
 * The elements that a recipe runs over, with four axes: sequence, token, head, and what is
 * innermost: a head's channels or the keys of a query.
 *
 * <p>A grid of rows is a matrix {@code (B·T, H·C)}; a grid of scores is {@code (B, H, T, keys)}. An
 * axis that does not matter has one place.
 *
 * @param scores whether it is a grid of scores
 * @param causal whether a query sees no later key; of scores only. What it does not see is 0, for
 *     operands as for results
 * @param batch B, or 1
 * @param tokens T, or 1
 * @param heads H, or 1
 * @param inner C or the number of keys, or 1
 */
public record Grid(boolean scores, boolean causal, int batch, int tokens, int heads, int inner) {

  public static final int SEQUENCE = 0;
  public static final int TOKEN = 1;
  public static final int HEAD = 2;
  public static final int INNER = 3;

  /** The dimensions of a value with an element for each place. */
  public int[] shape() {
    return scores
        ? new int[] {batch, heads, tokens, inner}
        : new int[] {batch * tokens, heads * inner};
  }

  /** Rows of the value, with heads above each other for scores. */
  public int rows() {
    return scores ? batch * heads * tokens : batch * tokens;
  }

  /** Columns of the value. */
  public int columns() {
    return scores ? inner : heads * inner;
  }

  /** Heads beside each other in a row: 1 for scores, whose heads have rows of their own. */
  public int headsInRow() {
    return scores ? 1 : heads;
  }

  /** How many columns of a row count. */
  public int seen(int row) {
    return causal ? Math.min(columns(), place(row, TOKEN) + 1) : columns();
  }

  /** The place of a row along an axis; 0 for what varies within the row. */
  public int place(int row, int axis) {
    return switch (axis) {
      case SEQUENCE -> scores ? row / (heads * tokens) : row / tokens;
      case TOKEN -> row % tokens;
      case HEAD -> scores ? row / tokens % heads : 0;
      default -> 0;
    };
  }
}
