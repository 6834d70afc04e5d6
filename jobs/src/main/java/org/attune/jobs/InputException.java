package org.attune.jobs;

/** The user's input is wrong; the message says what was given, what is allowed and what to do. */
final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InputException(String message) {
    super(message);
  }
}
