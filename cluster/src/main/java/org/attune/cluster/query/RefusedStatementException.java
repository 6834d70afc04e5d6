package org.attune.cluster.query;

/** A statement does more than read a sweep's tables; the message says which part is refused. */
public final class RefusedStatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedStatementException(String message) {
    super(message);
  }
}
