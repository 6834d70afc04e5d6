package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.function.DoubleSupplier;
import org.attune.model.engine.Buffer;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A matrix on a card: rows of columns of four bytes each. An input is loaded to its place in the
 * host's memory only, from which the next pass takes it; everything else is copied at once.
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

  private static final int WORD = 4; // bytes of a float and of a whole number

  /** A matrix of floats in the same memory. */
  DeviceBuffer at(long element, int rows, int columns, int stride) {
    return new DeviceBuffer(lane, address + WORD * element, rows, columns, stride, whole, 0);
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
    long host = writable();
    HostCopies.read(from, first, elements(), whole, host);
    send(host);
  }

  @Override
  public void load(double[] from, int first) {
    long host = writable();
    HostCopies.read(from, first, elements(), whole, host);
    send(host);
  }

  /** Where the host writes what is to be here: an input when the copy before has been made. */
  private long writable() {
    if (mirror == 0) {
      return lane.transfer(WORD * elements());
    }
    lane.stream().settle();
    return mirror;
  }

  /** Copies dense rows from the host and waits, but for an input. */
  private void send(long host) {
    if (mirror != 0) {
      return;
    }
    DeviceStream stream = lane.stream();
    if (dense()) {
      stream.copyIn(address, host, WORD * elements());
    } else {
      for (int r = 0; r < rows; r++) {
        stream.copyIn(address(r), host + WORD * (long) columns * r, WORD * (long) columns);
      }
    }
    stream.synchronize();
  }

  private long address(int row) {
    return address + WORD * (long) stride * row;
  }

  /** Copies numbers of eight bytes to the card and waits. */
  void upload(long[] values) {
    long host = lane.transfer((long) Long.BYTES * values.length);
    new Pointer(host).write(0, values, 0, values.length);
    upload(host, (long) Long.BYTES * values.length);
  }

  /** Copies whole numbers to the card and waits. */
  void upload(int[] values) {
    long host = lane.transfer((long) WORD * values.length);
    new Pointer(host).write(0, values, 0, values.length);
    upload(host, (long) WORD * values.length);
  }

  /** Copies numbers to the card and waits. */
  void upload(float[] values) {
    long host = lane.transfer((long) WORD * values.length);
    new Pointer(host).write(0, values, 0, values.length);
    upload(host, (long) WORD * values.length);
  }

  private void upload(long host, long bytes) {
    lane.stream().copyIn(address, host, bytes);
    lane.stream().synchronize();
  }

  /**
   * Copies dense rows to the host and waits; the address that they have there.
   *
   * @throws ArithmeticException if a kernel has found numbers that it cannot go on from
   */
  private long fetch() {
    long host = lane.transfer(WORD * elements());
    DeviceStream stream = lane.stream();
    if (dense()) {
      stream.copyOut(host, address, WORD * elements());
    } else {
      for (int r = 0; r < rows; r++) {
        stream.copyOut(host + WORD * (long) columns * r, address(r), WORD * (long) columns);
      }
    }
    lane.faults().await();
    return host;
  }

  @Override
  public void store(INDArray to) {
    HostCopies.write(fetch(), elements(), whole, to);
  }

  /** Numbers of eight bytes, of which a row holds half as many as of its own. */
  double[] doubles() {
    return new Pointer(fetch()).getDoubleArray(0, Math.toIntExact(elements() / 2));
  }

  /** All numbers of a matrix of floats. */
  double[] floats() {
    return HostCopies.widened(fetch(), Math.toIntExact(elements()));
  }

  @Override
  public double number() {
    Pointer host = new Pointer(at(0, 1, 1, 1).fetch());
    return whole ? host.getInt(0) : host.getFloat(0);
  }

  @Override
  public DoubleSupplier later() {
    return lane.later(address);
  }
}
