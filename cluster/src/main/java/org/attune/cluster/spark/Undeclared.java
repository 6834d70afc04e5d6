package org.attune.cluster.spark;

/** Exceptions that Scala does not declare, and Java must. */
final class Undeclared {

  private Undeclared() {}

  /**
   * Throws an exception unwrapped; callers write {@code throw} before it to please the compiler.
   */
  @SuppressWarnings("unchecked")
  static <E extends Throwable> RuntimeException rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
