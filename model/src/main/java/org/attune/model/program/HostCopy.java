package org.attune.model.program;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Copies elements between arrays in the host's memory and leaves no objects behind, as ND4J's views
 * and operations do. One thread at a time.
 */
public final class HostCopy {

  /** A pointer to memory that someone else owns. */
  private static final class Place extends BytePointer {
    Place() {
      super((Pointer) null);
    }

    Place at(INDArray array, long element) {
      address = array.data().address() + (array.offset() + element) * array.dataType().width();
      return this;
    }
  }

  private final Place source = new Place();
  private final Place target = new Place();

  /** Whether an array's elements lie one after the other, row by row. */
  public static boolean isDense(INDArray array) {
    return array.ordering() == 'c' && !array.isView();
  }

  /**
   * Copies {@code count} elements of arrays of one type that lie together in both.
   *
   * @param from the first element in the source
   */
  public void copy(INDArray values, long from, INDArray to, long count) {
    Pointer.memcpy(target.at(to, 0), source.at(values, from), count * to.dataType().width());
  }
}
