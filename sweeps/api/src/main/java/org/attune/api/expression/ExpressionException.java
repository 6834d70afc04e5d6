package org.attune.api.expression;

/**
 * A text that is not an expression; the message says where, what was given and what is allowed.
 *
 * <pre>{@code
 * Optional<String> problem(String formula) {
 *   try {
 *     ExpressionParser.parse(formula, Dialect.FORMULAS);
 *     return Optional.empty();
 *   } catch (ExpressionException wrong) {
 *     return Optional.of(wrong.getMessage());
 *   }
 * }
 * }</pre>
 */
public final class ExpressionException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int column;
  private final String problem;

  /**
   * A problem at a place.
   *
   * @param column of the text, from 1
   * @param problem what is wrong and what is allowed
   */
  public ExpressionException(int column, String problem) {
    super("column " + column + ": " + problem);
    this.column = column;
    this.problem = problem;
  }

  /** Where the problem is, from 1. */
  public int column() {
    return column;
  }

  /** The message without its place. */
  public String problem() {
    return problem;
  }
}
