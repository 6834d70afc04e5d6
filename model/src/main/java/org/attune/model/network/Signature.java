package org.attune.model.network;

/**
 * The shapes that a task asks of a network.
 *
 * @param discrete whether features are tokens, (B, length), or real rows, (B, length, inputs)
 * @param length rows per example
 * @param inputs the vocabulary, or the columns of a row
 * @param outputs what is predicted per row: the vocabulary, or the columns of a target
 * @param context how many leading rows of a set come with their targets; 0 for sequences
 * @param classes whether labels are whole numbers below outputs, (B, length), scored by
 *     cross-entropy, or real targets, (B, length, outputs), scored by squared error
 */
public record Signature(
    boolean discrete, int length, int inputs, int outputs, int context, boolean classes) {

  /** Sequences of tokens whose next tokens are predicted. */
  public static Signature tokens(int length, int vocabulary) {
    return new Signature(true, length, vocabulary, vocabulary, 0, true);
  }

  /**
   * Sets of which some rows are given with their targets and the targets of the others are asked
   * for. A row of features is {@code [x, y, 1]} when given and {@code [x, 0, 0]} when asked.
   *
   * @param given rows that come first
   * @param asked rows after them
   * @param columns of x
   * @param outputs of y
   */
  public static Signature set(int given, int asked, int columns, int outputs) {
    return new Signature(false, given + asked, columns + outputs + 1, outputs, given, false);
  }

  /** The same set of rows, with labels that are classes: y is a class's indicator. */
  public Signature ofClasses() {
    return new Signature(discrete, length, inputs, outputs, context, true);
  }

  /** The columns of x in a row of a set. */
  public int columns() {
    return inputs - outputs - 1;
  }
}
