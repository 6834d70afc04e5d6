package org.attune.cluster.spark;

/** A statement that is not run: it does more than read a sweep's tables. The message says why. */
public final class RefusedStatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedStatementException(String message) {
    super(message);
  }

  /** Spark recurses into each level of a statement, and this one's exhaust its stack. */
  public static RefusedStatementException tooDeep() {
    return new RefusedStatementException(
        "Cannot run this statement: it nests too deeply for Spark.");
  }
}
