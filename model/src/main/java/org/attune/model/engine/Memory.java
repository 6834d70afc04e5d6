package org.attune.model.engine;

/** Memory on a backend, taken in blocks and freed as a whole. */
public interface Memory<B extends Buffer> extends AutoCloseable {

  /** A block of its own: one row of so many elements, zeros. */
  B block(long elements);

  /**
   * A block seen as a value.
   *
   * @param shape the value's
   * @param stride elements from one row to the next
   */
  B view(B block, int[] shape, int stride);

  /** Columns {@code [from, to)} of a matrix. */
  B columns(B matrix, int from, int to);

  /** Memory for whole numbers, zeros. */
  B integers(int[] shape);

  /** Puts one number everywhere. */
  void fill(B buffer, double number);

  /** {@code target += addend}, of one shape. */
  void add(B target, B addend);

  /** Bytes taken so far. */
  long bytes();

  /** Frees all blocks at once. */
  @Override
  void close();
}
