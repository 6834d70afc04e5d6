package org.attune.jobs;

/**
 * The user's input is wrong. The message names the value given, the values allowed and the remedy.
 */
final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InputException(String message) {
    super(message);
  }
}
