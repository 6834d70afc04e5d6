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
 * @param values the columns of a set's row that come with the row when it is given: y
 * @param indicators whether y says a row's class: 1 in the class's column, 0 in the others
 * @param answer what is asked of a set
 * @param varying whether sets are given fewer rows than their context: rows beyond what a set has
 *     repeat rows that it has, and are marked by a 0 in their last column
 */
public record Signature(
    boolean discrete,
    int length,
    int inputs,
    int outputs,
    int context,
    boolean classes,
    int values,
    boolean indicators,
    Answer answer,
    boolean varying) {

  /** What is asked of a set. */
  public enum Answer {
    /** Every row has an answer of its own. */
    ROWS,
    /** The set has one, which every row predicts and the first is scored for. */
    SET,
    /** One of the rows is: logits of all rows, which every row predicts, scored for the first. */
    MEMBER
  }

  /** Sequences of tokens whose next tokens are predicted. */
  public static Signature tokens(int length, int vocabulary) {
    return new Signature(
        true, length, vocabulary, vocabulary, 0, true, vocabulary, false, Answer.ROWS, false);
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
    return new Signature(
        false,
        given + asked,
        columns + outputs + 1,
        outputs,
        given,
        false,
        outputs,
        false,
        Answer.ROWS,
        false);
  }

  /**
   * Sets that have one answer for all of their rows. A row of features is {@code [x, y, 1]}.
   *
   * @param rows of a set
   * @param columns of x
   * @param values of y, 0 for rows of x alone
   * @param outputs of the answer
   */
  public static Signature whole(int rows, int columns, int values, int outputs) {
    return new Signature(
        false, rows, columns + values + 1, outputs, rows, false, values, false, Answer.SET, false);
  }

  /**
   * Sets one of whose rows is to be found. A row of features is {@code [x, 1]}.
   *
   * @param rows of a set
   * @param columns of x
   */
  public static Signature member(int rows, int columns) {
    return new Signature(
        false, rows, columns + 1, rows, rows, true, 0, false, Answer.MEMBER, false);
  }

  /** The same set of rows, with a class each: y is its indicator, and so is the target. */
  public Signature ofIndicators() {
    return new Signature(
        discrete, length, inputs, outputs, context, classes, values, true, answer, varying);
  }

  /** The same, with labels that are the classes themselves. */
  public Signature ofClasses() {
    return new Signature(
        discrete, length, inputs, outputs, context, true, values, true, answer, varying);
  }

  /** The same set, given as many rows as its context or fewer. */
  public Signature ofVaryingContext() {
    return new Signature(
        discrete, length, inputs, outputs, context, classes, values, indicators, answer, true);
  }

  /** The columns of x in a row of a set. */
  public int columns() {
    return inputs - values - 1;
  }
}
