package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.attune.model.engine.Buffer;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A matrix on a GPU, with four bytes per element. Loading an input writes only to its host mirror;
 * the next pass copies it to the GPU. All other loads copy at once.
 *
 * @param lane its owner; null for {@link #NONE}
 * @param address of the first element
 * @param stride elements from one row to the next
 * @param whole whether elements are integers rather than float32
 * @param mirror host address from which each pass copies an input; 0 if it is not an input
 */
record DeviceBuffer(
    @Nullable Lane lane,
    long address,
    int rows,
    int columns,
    int stride,
    boolean whole,
    long mirror)
    implements Buffer {

  /** No matrix: what a kernel that can do without it is given at address 0. */
  static final DeviceBuffer NONE = new DeviceBuffer(null, 0, 0, 0, 0, false, 0);

  private static final int WORD = 4; // bytes of a float and of an integer

  @Override
  public Lane lane() {
    return Objects.requireNonNull(lane, "there is no matrix");
  }

  /** Whether it is a matrix. */
  boolean isThere() {
    return this != NONE;
  }

  /** A matrix of floats in the same memory. */
  DeviceBuffer at(long element, int rows, int columns, int stride) {
    return new DeviceBuffer(lane, address + WORD * element, rows, columns, stride, whole, 0);
  }

  /** A dense matrix of floats at the same address. */
  DeviceBuffer shaped(int rows, int columns) {
    return at(0, rows, columns, columns);
  }

  /** A dense matrix of floats at the same address, of another's shape. */
  DeviceBuffer like(DeviceBuffer other) {
    return shaped(other.rows(), other.columns());
  }

  /** Some of the columns. */
  DeviceBuffer columns(int from, int count) {
    return at(from, rows, count, stride);
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

  /**
   * The host memory to write new contents to. For an input it waits until the GPU has read the
   * previous ones.
   */
  private long writable() {
    if (mirror == 0) {
      return lane().transfer(WORD * elements());
    }
    lane().inbox().settle();
    return mirror;
  }

  /** Copies dense rows from the host and waits; does nothing for an input. */
  private void send(long host) {
    if (mirror != 0) {
      return;
    }
    DeviceStream stream = lane().stream();
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

  /** Copies eight-byte integers to the GPU and waits. */
  void upload(long[] values) {
    upload((long) Long.BYTES * values.length, host -> host.write(0, values, 0, values.length));
  }

  /** Copies integers to the GPU and waits. */
  void upload(int[] values) {
    upload((long) WORD * values.length, host -> host.write(0, values, 0, values.length));
  }

  /** Copies floats to the GPU and waits. */
  void upload(float[] values) {
    upload((long) WORD * values.length, host -> host.write(0, values, 0, values.length));
  }

  private void upload(long bytes, Consumer<Pointer> write) {
    long host = lane().transfer(bytes);
    write.accept(new Pointer(host));
    lane().stream().copyIn(address, host, bytes);
    lane().stream().synchronize();
  }

  /**
   * Copies dense rows to the host and waits.
   *
   * @return their host address
   * @throws ArithmeticException if a kernel has marked a numerical fault
   */
  private long fetch() {
    long host = lane().transfer(WORD * elements());
    DeviceStream stream = lane().stream();
    if (dense()) {
      stream.copyOut(host, address, WORD * elements());
    } else {
      for (int r = 0; r < rows; r++) {
        stream.copyOut(host + WORD * (long) columns * r, address(r), WORD * (long) columns);
      }
    }
    lane().faults().await();
    return host;
  }

  @Override
  public void store(INDArray to) {
    HostCopies.write(fetch(), elements(), whole, to);
  }

  /** The elements read as eight-byte numbers: half as many as four-byte elements. */
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
    return lane().later(address);
  }
}
