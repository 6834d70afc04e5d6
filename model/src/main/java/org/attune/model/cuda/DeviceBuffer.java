package org.attune.model.cuda;

import java.util.function.DoubleSupplier;
import org.attune.model.engine.Buffer;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A matrix on a card: rows of columns of four bytes each.
 *
 * @param lane whose it is
 * @param address of the first element
 * @param stride elements from one row to the next
 * @param whole whether elements are whole numbers rather than float32
 * @param mirror address on the host from which it is copied before each pass; 0 where it is not an
 *     input
 */
record DeviceBuffer(
    Lane lane, long address, int rows, int columns, int stride, boolean whole, long mirror)
    implements Buffer {

  /** A matrix of floats in the same memory. */
  DeviceBuffer at(long element, int rows, int columns, int stride) {
    return new DeviceBuffer(lane, address + Float.BYTES * element, rows, columns, stride, whole, 0);
  }

  /** A row of all elements: only of a matrix without gaps. */
  DeviceBuffer row() {
    if (!dense()) {
      throw new IllegalStateException("Cannot see rows with gaps as one: " + this);
    }
    return at(0, 1, Math.multiplyExact(rows, columns), rows * columns);
  }

  boolean dense() {
    return stride == columns || rows == 1;
  }

  long elements() {
    return (long) rows * columns;
  }

  @Override
  public void load(INDArray from, long first) {
    HostCopies.load(this, from, first);
  }

  @Override
  public void load(double[] from, int first) {
    HostCopies.load(this, from, first);
  }

  @Override
  public void store(INDArray to) {
    HostCopies.store(this, to);
  }

  @Override
  public double number() {
    return HostCopies.number(this);
  }

  @Override
  public DoubleSupplier later() {
    return lane.later(this);
  }
}
