package org.attune.cluster.spark;

/** A statement that is not run: it does more than read a sweep's tables. The message says why. */
public final class RefusedStatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedStatementException(String message) {
    super(message);
  }

  /** Of a statement at which Spark, which recurses into each level, runs out of its stack. */
  public static RefusedStatementException tooDeep() {
    return new RefusedStatementException(
        "Cannot run this statement: it nests too deeply for Spark.");
  }
}
