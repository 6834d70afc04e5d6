package org.attune.model.primitive.elementwise;

/**
 * The elements that a recipe runs over. The four axes are sequence, token, head and inner; the
 * inner axis holds a head's channels or a query's keys.
 *
 * <p>A grid of rows is a matrix {@code (B·T, H·C)}; a grid of scores is {@code (B, H, T, keys)}. An
 * unused axis has size 1.
 *
 * @param scores whether it is a grid of scores
 * @param causal whether queries see no later key; for scores only. Hidden elements are 0 in
 *     operands and results.
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

  /** The dimensions of a value with one element for each place. */
  public int[] shape() {
    return scores
        ? new int[] {batch, heads, tokens, inner}
        : new int[] {batch * tokens, heads * inner};
  }

  /** The value's rows; scores stack their heads below each other. */
  public int rows() {
    return scores ? batch * heads * tokens : batch * tokens;
  }

  /** Columns of the value. */
  public int columns() {
    return scores ? inner : heads * inner;
  }

  /** Heads side by side in a row: 1 for scores, whose heads have their own rows. */
  public int headsInRow() {
    return scores ? 1 : heads;
  }

  /** The number of a row's columns that count. */
  public int seen(int row) {
    return causal ? Math.min(columns(), place(row, TOKEN) + 1) : columns();
  }

  /** A row's place along an axis; 0 for an axis that varies within the row. */
  public int place(int row, int axis) {
    return switch (axis) {
      case SEQUENCE -> scores ? row / (heads * tokens) : row / tokens;
      case TOKEN -> row % tokens;
      case HEAD -> scores ? row / tokens % heads : 0;
      default -> 0;
    };
  }
}
