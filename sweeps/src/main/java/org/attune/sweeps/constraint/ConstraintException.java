package org.attune.sweeps.constraint;

/**
 * A problem in a constraint's text; the message gives the place, the problem and the allowed
 * alternatives.
 */
public final class ConstraintException extends Exception {

  private static final long serialVersionUID = 1L;

  ConstraintException(int column, String message) {
    super("column " + column + ": " + message);
  }
}
