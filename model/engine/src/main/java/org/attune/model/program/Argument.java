package org.attune.model.program;

import java.util.function.Supplier;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A primitive's view of one value: its shape, its array and access to its gradient. */
public interface Argument {

  /** The argument's value. */
  Value value();

  /** The array, of the value's shape. */
  INDArray array();

  /**
   * The loss's derivative by the output, of its array's shape; for the output only.
   *
   * @throws UnsupportedOperationException for other arguments
   */
  INDArray gradient();

  /** Whether a contribution to this argument's gradient is wanted. */
  boolean wantsGradient();

  /**
   * Adds a contribution, of this argument's shape, to its gradient; call it once in each adjoint.
   */
  void addGradient(INDArray contribution);

  /** Adds a contribution to this argument's gradient if it {@link #wantsGradient wants} one. */
  default void addGradient(Supplier<INDArray> contribution) {
    if (wantsGradient()) {
      addGradient(contribution.get());
    }
  }

  /** The rows of a matrix. */
  default int rows() {
    return value().rows();
  }

  /** The columns of a matrix. */
  default int columns() {
    return value().columns();
  }

  /** The size of dimension {@code i}. */
  default int size(int i) {
    return value().size(i);
  }

  /** The dimensions, at least two. */
  default int[] shape() {
    return value().shape();
  }

  /** Rows per sequence of the batch. */
  default int length() {
    return value().length();
  }

  /** The number of sequences. */
  default int batch() {
    return value().batch();
  }
}
