package org.attune.jobs;

/** A query that is right, and fails on some row: a division by zero, an index that is not there. */
final class FailedQueryException extends RuntimeException {

  private static final long serialVersionUID = 1;

  FailedQueryException(String message, Throwable cause) {
    super(message, cause);
  }
}
