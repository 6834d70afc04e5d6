package org.attune.jobs.query;

/** A valid query failed on some row, for example with a division by zero or a missing index. */
final class FailedQueryException extends RuntimeException {

  private static final long serialVersionUID = 1;

  FailedQueryException(String message, Throwable cause) {
    super(message, cause);
  }
}
