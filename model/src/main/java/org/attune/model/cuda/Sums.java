package org.attune.model.cuda;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;

/**
 * Sums over many elements, in two passes where there are enough: blocks sum a part each, and one
 * more launch sums the parts. The number of parts depends on the size alone, so all cards give the
 * same digits.
 *
 * @param at of the kernel that sums, for memory
 * @param works receives the launches, in order
 */
record Sums(Operands<DeviceBuffer> at, Consumer<Work> works) {

  private static final int THREADS = 256; // of a block
  private static final int MOST_PARTS = 128;
  private static final long PART = 16_384; // elements that are worth a block and a second pass
  private static final int PART_ROWS = 256; // of columns
  private static final int TILE = 32; // columns of a block, as in the CUDA source

  /** Sums for a kernel's adjoint. */
  static Sums backward(Operands<DeviceBuffer> at, Launches k) {
    return new Sums(at, k::backward);
  }

  /** Sums x, or x z, over rows and groups of columns. */
  void columns(DeviceBuffer x, DeviceBuffer z, Sink<DeviceBuffer> to, int groups) {
    int columns = x.columns() / groups;
    long parts = Math.max(1, Math.min(MOST_PARTS, (long) x.rows() * groups / PART_ROWS));
    if (parts == 1) {
      works.accept(columns(x, z, b -> b.sink(to), 1, groups));
      return;
    }
    DeviceBuffer partial = at.keep(parts * columns).at(0, (int) parts, columns, columns);
    works.accept(columns(x, z, b -> b.put(partial), (int) parts, groups));
    works.accept(columns(partial, null, b -> b.sink(to), 1, 1));
  }

  private static Work columns(
      DeviceBuffer x, DeviceBuffer z, UnaryOperator<Launch.Builder> to, int parts, int groups) {
    int columns = x.columns() / groups;
    return to.apply(Elementwise.launch(x, "column_sums").number(1f).matrix(x).matrix(z))
        .number(parts)
        .number(x.rows())
        .number(groups)
        .number(columns)
        .threads((columns + TILE - 1) / TILE * parts, THREADS);
  }

  /** Sums all of x, or of x z, to one number. */
  void total(DeviceBuffer x, DeviceBuffer z, UnaryOperator<Launch.Builder> to) {
    each(
        x.elements(),
        1,
        1,
        Elementwise.launch(x, "total").number(1f).matrix(x).matrix(z),
        to,
        b -> b.number(x.rows()).number(x.columns()));
  }

  /**
   * Sums to each element of a matrix.
   *
   * @param elements that each sum is over
   * @param rows of the matrix
   * @param inputs of a kernel that goes on with {@code SINK} and the number of parts
   * @param to adds the matrix as a {@code SINK}
   * @param numbers adds what comes after the number of parts
   */
  void each(
      long elements,
      int rows,
      int columns,
      Launch.Builder inputs,
      UnaryOperator<Launch.Builder> to,
      UnaryOperator<Launch.Builder> numbers) {
    int parts = (int) Math.max(1, Math.min(MOST_PARTS, elements / PART));
    int sums = rows * columns;
    if (parts == 1) {
      works.accept(numbers.apply(to.apply(inputs).number(1)).threads(sums, THREADS));
      return;
    }
    int wide = columns * parts;
    DeviceBuffer partial = at.keep((long) sums * parts).at(0, rows, wide, wide);
    works.accept(numbers.apply(inputs.put(partial).number(parts)).threads(sums * parts, THREADS));
    works.accept(Elementwise.stretchSums(partial, null, to, parts));
  }
}
