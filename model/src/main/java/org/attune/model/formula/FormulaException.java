package org.attune.model.formula;

/** A text is not a valid formula for its place. The message says where, what, and what to do. */
public final class FormulaException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  FormulaException(int column, String problem) {
    super("column " + column + ": " + problem);
  }

  FormulaException(String message) {
    super(message);
  }
}
