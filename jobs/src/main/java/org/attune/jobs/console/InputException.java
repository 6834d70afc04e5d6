package org.attune.jobs.console;

/**
 * The user's input is wrong. The message names the value given, the values allowed and the remedy.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InputException(String message) {
    super(message);
  }
}
