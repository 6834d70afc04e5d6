package org.attune.cluster.spark;

/** A statement does more than read a sweep's tables. The message names the refused part. */
public final class RefusedStatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedStatementException(String message) {
    super(message);
  }
}
