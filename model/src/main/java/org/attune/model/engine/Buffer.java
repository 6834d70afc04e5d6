package org.attune.model.engine;

import java.util.function.DoubleSupplier;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Memory of a value on a backend: rows of columns, the last dimension contiguous, rows perhaps
 * padded. A stack of matrices is its rows, one matrix after the other.
 */
public interface Buffer {

  /** Number of rows: the product of all dimensions but the last. */
  int rows();

  int columns();

  /**
   * Copies elements from an array in the host's memory, row by row.
   *
   * @param from dense, of any type and shape
   * @param first the first element read
   */
  void load(INDArray from, long first);

  /** Copies elements from an array, from one on, row by row. */
  void load(double[] from, int first);

  /**
   * Copies all elements to an array in the host's memory, row by row.
   *
   * @param to dense, of as many elements
   */
  void store(INDArray to);

  /** The only number of a buffer of one. */
  double number();

  /**
   * The only number of a buffer of one as it is now, to be asked for later: on a device nothing
   * waits for it until then.
   */
  default DoubleSupplier later() {
    double now = number();
    return () -> now;
  }
}
