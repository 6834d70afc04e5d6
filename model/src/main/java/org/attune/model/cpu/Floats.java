package org.attune.model.cpu;

import java.nio.FloatBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;
import org.nd4j.linalg.api.ndarray.INDArray;

/** An array's memory as a matrix of rows, for products by pointer and for staging to the heap. */
public final class Floats {

  /** A pointer to memory that someone else owns. */
  private static final class Borrowed extends FloatPointer {
    Borrowed(long address, long floats) {
      super((Pointer) null);
      this.address = address;
      this.limit = floats;
      this.capacity = floats;
    }
  }

  private final INDArray owner; // keeps the memory alive
  private final FloatPointer pointer;
  private final FloatBuffer buffer;
  final int rows;
  final int columns;
  final int stride;

  private Floats(INDArray array) {
    owner = array;
    int last = array.rank() - 1;
    columns = (int) array.size(last);
    rows = (int) (array.length() / columns);
    // ND4J gives single rows any stride
    stride = array.rank() == 2 && rows > 1 ? (int) array.stride(0) : columns;
    if (array.stride(last) != 1 && columns > 1) {
      throw new IllegalArgumentException("Not laid out row by row: " + array.shapeInfoToString());
    }
    long address = array.data().address() + (long) Float.BYTES * array.offset();
    long floats = (long) (rows - 1) * stride + columns;
    pointer = new Borrowed(address, floats);
    buffer = new Borrowed(address, floats).asBuffer();
  }

  public static Floats of(INDArray array) {
    return new Floats(array);
  }

  /** A pointer to one element; valid until the next call. */
  FloatPointer at(long element) {
    return pointer.position(element);
  }

  /** A pointer to the first element of a row; valid until the next call. */
  FloatPointer row(long row) {
    return pointer.position(row * stride);
  }

  FloatPointer start() {
    return pointer.position(0);
  }

  /** Copies whole rows to the heap, one after the other. */
  public void read(int row, int count, float[] to) {
    if (stride == columns) {
      buffer.get(row * stride, to, 0, count * columns);
    } else {
      for (int r = 0; r < count; r++) {
        buffer.get((row + r) * stride, to, r * columns, columns);
      }
    }
  }

  /** Copies whole rows from the heap. */
  public void write(int row, int count, float[] from) {
    if (stride == columns) {
      buffer.put(row * stride, from, 0, count * columns);
    } else {
      for (int r = 0; r < count; r++) {
        buffer.put((row + r) * stride, from, r * columns, columns);
      }
    }
  }

  /** The only row, or a row of the only number. */
  void readOneRow(float[] to, int count) {
    if (columns == 1) {
      Arrays.fill(to, 0, count, buffer.get(0));
    } else {
      buffer.get(0, to, 0, count);
    }
  }

  /**
   * Puts column totals into the only row, or their sum into the only number; the totals may be
   * overwritten.
   *
   * @param add whether to what is there
   */
  void writeTotal(float[] totals, int count, boolean add) {
    if (columns == 1) {
      totals[0] = Functions.sum(totals, 0, count);
    }
    for (int i = 0; add && i < columns; i++) {
      totals[i] += buffer.get(i);
    }
    buffer.put(0, totals, 0, columns);
  }

  /** Copies elements that lie together. */
  void read(int element, float[] to, int offset, int count) {
    buffer.get(element, to, offset, count);
  }

  void write(int element, float[] from, int offset, int count) {
    buffer.put(element, from, offset, count);
  }

  /** Zeros in all rows; what lies between them stays. */
  void zero() {
    if (stride == columns) {
      Pointer.memset(start(), 0, (long) rows * columns * Float.BYTES);
    } else {
      for (int r = 0; r < rows; r++) {
        Pointer.memset(row(r), 0, (long) columns * Float.BYTES);
      }
    }
  }

  float scalar(int element) {
    return buffer.get(element);
  }

  void scalar(int element, float value) {
    buffer.put(element, value);
  }

  INDArray array() {
    return owner;
  }
}
