package org.attune.model.network;

/**
 * The shapes that a task requires of a network. This type is stable: tasks in jars of yours return
 * it.
 *
 * @param discrete whether features are tokens, (B, length), or real rows, (B, length, inputs)
 * @param length rows per example
 * @param inputs the vocabulary size, or the columns of a row
 * @param outputs size of the prediction per row: the vocabulary size, or the columns of a target
 * @param context how many leading rows of a set come with their targets; 0 for sequences
 * @param classes whether labels are integers below outputs, (B, length), scored by cross-entropy,
 *     or real targets, (B, length, outputs), scored by squared error
 * @param values number of columns of y, which come with a given row of a set
 * @param indicators whether y is the indicator of a row's class: 1 in the class's column, 0 in the
 *     others
 * @param answer what the task asks about a set or a sequence
 * @param varying whether sets may have fewer rows than their context. Stand-ins then repeat rows of
 *     the set, with a 0 in their last column
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

  /** What a task asks about a set or a sequence. */
  public enum Answer {
    /** An answer for each row. */
    ROWS,
    /** One answer for the set. Every row predicts it, and the first row is scored. */
    SET,
    /**
     * One row of the set. Every row predicts the logits of all rows, and the first row is scored.
     */
    MEMBER,
    /** The tokens of a sequence, each from the vector of the last row and its own position. */
    RECONSTRUCTION
  }

  /** Returns the signature of token sequences with next-token prediction. */
  public static Signature tokens(int length, int vocabulary) {
    return new Signature(
        true, length, vocabulary, vocabulary, 0, true, vocabulary, false, Answer.ROWS, false);
  }

  /** Returns the signature of token sequences that are rebuilt from the last row's vector. */
  public static Signature reconstruction(int length, int vocabulary) {
    return new Signature(
        true,
        length,
        vocabulary,
        vocabulary,
        0,
        true,
        vocabulary,
        false,
        Answer.RECONSTRUCTION,
        false);
  }

  /**
   * Returns the signature of sets with some given rows, which have their targets, and some queries.
   * A row of features is {@code [x, y, 1]} when given and {@code [x, 0, 0]} when asked.
   *
   * @param given number of given rows, which come first
   * @param asked number of queries after them
   * @param columns columns of x
   * @param outputs columns of y
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
   * Returns the signature of sets with one answer for all rows. A row of features is {@code [x, y,
   * 1]}.
   *
   * @param rows rows of a set
   * @param columns columns of x
   * @param values columns of y, 0 for rows of x alone
   * @param outputs columns of the answer
   */
  public static Signature whole(int rows, int columns, int values, int outputs) {
    return new Signature(
        false, rows, columns + values + 1, outputs, rows, false, values, false, Answer.SET, false);
  }

  /**
   * Returns the signature of sets where one row is to be found. A row of features is {@code [x,
   * 1]}.
   *
   * @param rows rows of a set
   * @param columns columns of x
   */
  public static Signature member(int rows, int columns) {
    return new Signature(
        false, rows, columns + 1, rows, rows, true, 0, false, Answer.MEMBER, false);
  }

  /** Returns this signature with classes: y is a class indicator, and so is the target. */
  public Signature ofIndicators() {
    return new Signature(
        discrete, length, inputs, outputs, context, classes, values, true, answer, varying);
  }

  /** Returns this signature with class numbers as labels. */
  public Signature ofClasses() {
    return new Signature(
        discrete, length, inputs, outputs, context, true, values, true, answer, varying);
  }

  /** Returns this signature for sets with as many rows as the context or fewer. */
  public Signature ofVaryingContext() {
    return new Signature(
        discrete, length, inputs, outputs, context, classes, values, indicators, answer, true);
  }

  /** Returns the number of columns of x in a row of a set. */
  public int columns() {
    return inputs - values - 1;
  }
}
