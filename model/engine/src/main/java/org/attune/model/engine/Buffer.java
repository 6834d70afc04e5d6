package org.attune.model.engine;

import java.util.function.DoubleSupplier;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A value's memory on a backend, in rows. The last dimension is contiguous; rows may be padded. A
 * stack of matrices stores its rows one matrix after the other.
 */
public interface Buffer {

  int columns();

  /**
   * Copies elements from an array in the host's memory, row by row.
   *
   * @param from dense, of any type and shape
   * @param first the first element read
   */
  void load(INDArray from, long first);

  /** Copies elements from an array, starting at {@code first}, row by row. */
  void load(double[] from, int first);

  /**
   * Copies all elements to an array in the host's memory, row by row.
   *
   * @param to dense, with the same number of elements
   */
  void store(INDArray to);

  /** The number in a buffer of one element. */
  double number();

  /**
   * The current number of a buffer of one element, to be read later. On a device, only that read
   * waits.
   */
  default DoubleSupplier later() {
    double now = number();
    return () -> now;
  }
}
