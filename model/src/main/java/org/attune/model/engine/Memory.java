package org.attune.model.engine;

import org.attune.model.program.Pass;

/** Memory on a backend, taken in blocks and freed as a whole. */
public interface Memory<B extends Buffer> extends AutoCloseable {

  /**
   * A block of its own: one row of so many elements, zeros.
   *
   * @throws OversizeException if no block has as many
   */
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

  /**
   * Memory of an input, zeros: what is loaded there is there from the next pass on.
   *
   * @param stride elements from one row to the next
   * @param whole whether it holds whole numbers
   */
  B input(int[] shape, int stride, boolean whole);

  /** Puts one number everywhere. */
  void fill(B buffer, double number);

  /** {@code target += addend}, of one shape. */
  void add(B target, B addend);

  /** Takes down what kernels may read of a pass that is about to run. */
  default void begin(Pass pass) {}

  /**
   * Does work that is the same every time but for what memory holds; a backend may record it and
   * replay it as a whole.
   *
   * @param key the same for the same work; null where it must not be recorded
   */
  default void run(Object key, Runnable work) {
    work.run();
  }

  /** Bytes taken so far. */
  long bytes();

  /** Frees all blocks at once. */
  @Override
  void close();
}
