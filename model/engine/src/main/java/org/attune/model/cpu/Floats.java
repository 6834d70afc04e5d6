package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Algebra;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Buffer;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A matrix of rows in a heap array, or a part of one: the CPU backend's memory. Integers, such as
 * tokens, are stored as floats, exact up to 2^24.
 */
final class Floats implements Buffer {

  private static final Spans SPANS = Lanes.spans();

  final float[] data;
  final int start; // of row 0
  final int rows;
  final int columns;
  final int stride; // elements from one row to the next
  private final Algebra algebra;

  Floats(float[] data, int start, int rows, int columns, int stride, Algebra algebra) {
    this.data = data;
    this.start = start;
    this.rows = rows;
    this.columns = columns;
    this.stride = stride;
    this.algebra = algebra;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** Another matrix in the same memory. */
  Floats sharing(int start, int rows, int columns, int stride) {
    return new Floats(data, start, rows, columns, stride, algebra);
  }

  /** A matrix of the same layout in another array. */
  Floats alike(float[] other) {
    return new Floats(other, start, rows, columns, stride, algebra);
  }

  /** A panel of {@code rows x columns} at the matrix's corner, to be moved over the matrix. */
  Panel panel(int rows, int columns) {
    return Panel.over(algebra, data, start, stride, rows, columns);
  }

  /** Kept memory for {@code count} consecutive matrices of {@code rows x columns}. */
  static Panel kept(Operands<Floats> operands, int count, int rows, int columns) {
    return matrices(operands.keep(size(count, rows, columns)), count, rows, columns);
  }

  /** Such memory, for what the kernel keeps from a forward pass to its adjoint. */
  static Panel keptForAdjoint(Operands<Floats> operands, int count, int rows, int columns) {
    return matrices(operands.keepForAdjoint(size(count, rows, columns)), count, rows, columns);
  }

  private static long size(int count, int rows, int columns) {
    return Math.max(1, (long) count * rows * columns);
  }

  private static Panel matrices(Floats block, int count, int rows, int columns) {
    return block.sharing(0, count * rows, columns, columns).panel(rows, columns);
  }

  /** The offset of a row. */
  int row(int row) {
    return start + row * stride;
  }

  private boolean isDense() {
    return stride == columns || rows == 1;
  }

  /** How many numbers of {@code count} whole rows lie together. */
  private int together(int count) {
    return isDense() ? count * columns : columns;
  }

  /** Copies consecutive whole rows. */
  void read(int row, int count, float[] to) {
    int n = together(count);
    for (int i = 0; i < count * columns; i += n) {
      System.arraycopy(data, row(row + i / columns), to, i, n);
    }
  }

  /** Writes consecutive whole rows. */
  void write(int row, int count, float[] from) {
    int n = together(count);
    for (int i = 0; i < count * columns; i += n) {
      System.arraycopy(from, i, data, row(row + i / columns), n);
    }
  }

  /** Adds to consecutive whole rows. */
  void add(int row, int count, float[] from) {
    int n = together(count);
    for (int i = 0; i < count * columns; i += n) {
      SPANS.add(from, i, data, row(row + i / columns), n);
    }
  }

  /** Contributes rows of a gradient: writes or adds them, as the sink says. */
  static void give(Sink<Floats> sink, int row, int count, float[] rows) {
    if (sink.adds()) {
      sink.buffer().add(row, count, rows);
    } else {
      sink.buffer().write(row, count, rows);
    }
  }

  /** Contributes a gradient that lies in other memory. */
  static void give(Sink<Floats> sink, Floats gradient) {
    if (sink.adds()) {
      sink.buffer().add(gradient);
    } else {
      sink.buffer().copy(gradient);
    }
  }

  /** {@code this += other}, of one shape. */
  void add(Floats other) {
    if (isDense() && other.isDense()) {
      SPANS.add(other.data, other.start, data, start, rows * columns);
    } else {
      for (int r = 0; r < rows; r++) {
        SPANS.add(other.data, other.row(r), data, row(r), columns);
      }
    }
  }

  /** {@code this = other}, of one shape. */
  void copy(Floats other) {
    if (isDense() && other.isDense()) {
      System.arraycopy(other.data, other.start, data, start, rows * columns);
    } else {
      for (int r = 0; r < rows; r++) {
        System.arraycopy(other.data, other.row(r), data, row(r), columns);
      }
    }
  }

  /** Writes consecutive whole rows of another matrix as this one's first columns. */
  void turn(Floats from, int firstRow, int count) {
    for (int r = 0; r < count; r++) {
      int at = from.row(firstRow + r);
      for (int c = 0; c < from.columns; c++) {
        data[row(c) + r] = from.data[at + c];
      }
    }
  }

  /** Fills the matrix with one number; leaves the padding between rows unchanged. */
  void fill(float number) {
    for (int r = 0; r < rows; r++) {
      Arrays.fill(data, row(r), row(r) + columns, number);
    }
  }

  /** Copies elements of a row. */
  void read(int row, int column, float[] to, int offset, int count) {
    System.arraycopy(data, row(row) + column, to, offset, count);
  }

  /** Writes elements of a row. */
  void write(int row, int column, float[] from, int offset, int count) {
    System.arraycopy(from, offset, data, row(row) + column, count);
  }

  /** Reads the only row. A single number is repeated to fill the row. */
  void readOneRow(float[] to, int count) {
    if (columns == 1) {
      Arrays.fill(to, 0, count, data[start]);
    } else {
      System.arraycopy(data, start, to, 0, count);
    }
  }

  /**
   * Contributes column totals to a single row, or their sum to a single number. It may overwrite
   * the totals.
   */
  static void giveTotal(Sink<Floats> sink, float[] totals, int count) {
    if (sink.buffer().columns == 1) {
      totals[0] = ArrayMath.sum(totals, 0, count);
    }
    give(sink, 0, 1, totals);
  }

  /** Contributes to a gradient of one number. */
  static void give(Sink<Floats> sink, float number) {
    Floats only = sink.buffer();
    only.data[only.start] = sink.adds() ? only.data[only.start] + number : number;
  }

  float at(int row, int column) {
    return data[row(row) + column];
  }

  void at(int row, int column, float number) {
    data[row(row) + column] = number;
  }

  @Override
  public double number() {
    return data[start];
  }

  @Override
  public void load(INDArray from, long first) {
    INDArray numbers = HostArrays.readable(from);
    int n = together(rows);
    for (int i = 0; i < rows * columns; i += n) {
      HostArrays.read(numbers, first + i, data, row(i / columns), n);
    }
  }

  @Override
  public void load(double[] from, int first) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        data[row(r) + c] = (float) from[first + r * columns + c];
      }
    }
  }

  @Override
  public void store(INDArray to) {
    if (to.dataType() != DataType.FLOAT) {
      INDArray copy = Nd4j.createUninitializedDetached(DataType.FLOAT, to.shape());
      store(copy);
      to.assign(copy.castTo(to.dataType()));
      copy.close();
    } else {
      int n = together(rows);
      for (int i = 0; i < rows * columns; i += n) {
        HostArrays.write(data, row(i / columns), n, to, i);
      }
    }
  }
}
