package org.attune.model.formula;

/** A text is not a valid formula for its place. The message says where, what, and what to do. */
public final class FormulaException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private static final String WITHIN = "in '";

  FormulaException(int column, String problem) {
    super("column " + column + ": " + problem);
  }

  FormulaException(String message) {
    super(message);
  }

  /** This problem in a name's formula; the innermost name is where it stands. */
  FormulaException within(String name) {
    return getMessage().startsWith(WITHIN)
        ? this
        : new FormulaException(WITHIN + name + "': " + getMessage());
  }
}
