package org.attune.model.engine;

import org.attune.model.program.Pass;

/** Memory on a backend, taken in blocks and freed as a whole. */
public interface Memory<B extends Buffer> extends AutoCloseable {

  /**
   * A new block: one row of {@code elements} zeros.
   *
   * @throws OversizeException if it exceeds the maximum size of a block
   */
  B block(long elements);

  /**
   * A block viewed as a value.
   *
   * @param shape the value's
   * @param stride elements from one row to the next
   */
  B view(B block, int[] shape, int stride);

  /** Columns {@code [from, to)} of a matrix. */
  B columns(B matrix, int from, int to);

  /**
   * Zeroed memory for an input. Data loaded into it is visible from the next pass on.
   *
   * @param stride elements from one row to the next
   * @param whole whether it holds integers
   */
  B input(int[] shape, int stride, boolean whole);

  /** Fills a buffer with one number. */
  void fill(B buffer, double number);

  /** {@code target += addend}, of one shape. */
  void add(B target, B addend);

  /** Stores the values that kernels may read of a pass that is about to run. */
  default void begin(Pass pass) {}

  /**
   * Runs repeated work that differs only in the contents of memory. A backend may record it and
   * replay it as a whole.
   *
   * @param key equal for equal work
   */
  default void run(Object key, Runnable work) {
    run(work);
  }

  /** Runs work that must not be recorded. */
  default void run(Runnable work) {
    work.run();
  }

  /** Bytes taken so far. */
  long bytes();

  /** Frees all blocks at once. */
  @Override
  void close();
}
