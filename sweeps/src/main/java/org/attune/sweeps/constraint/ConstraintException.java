package org.attune.sweeps.constraint;

/** What is wrong with a constraint's text; the message says where, what, and what is allowed. */
public final class ConstraintException extends Exception {

  private static final long serialVersionUID = 1L;

  ConstraintException(int column, String message) {
    super("column " + column + ": " + message);
  }
}
