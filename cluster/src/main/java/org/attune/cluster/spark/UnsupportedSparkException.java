package org.attune.cluster.spark;

/**
 * This process runs a Spark that Attune cannot use. The message names it, and those that it can.
 */
public final class UnsupportedSparkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsupportedSparkException(String message) {
    super(message);
  }
}
