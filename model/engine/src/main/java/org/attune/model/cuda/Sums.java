package org.attune.model.cuda;

import java.util.function.Consumer;
import org.attune.model.engine.Operands;

/**
 * Sums over many elements, in two passes where there are enough: blocks sum a part each, and one
 * more launch sums the parts. The number of parts depends on the size alone, so all cards give the
 * same digits. Sums whose target is unwanted make no launches.
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
  void columns(DeviceBuffer x, DeviceBuffer z, Target to, int groups) {
    if (!to.isWanted()) {
      return;
    }
    int columns = x.columns() / groups;
    int parts = (int) Math.max(1, Math.min(MOST_PARTS, (long) x.rows() * groups / PART_ROWS));
    if (parts == 1) {
      works.accept(columns(x, z, to, 1, groups));
      return;
    }
    DeviceBuffer partial = at.keep((long) parts * columns).shaped(parts, columns);
    works.accept(columns(x, z, Target.of(partial), parts, groups));
    works.accept(columns(partial, DeviceBuffer.NONE, to, 1, 1));
  }

  private static Work columns(DeviceBuffer x, DeviceBuffer z, Target to, int parts, int groups) {
    int columns = x.columns() / groups;
    return ElementKernels.launch(x, "column_sums")
        .number(1f)
        .matrices(x, z)
        .to(to)
        .numbers(parts, x.rows(), groups, columns)
        .threads((columns + TILE - 1) / TILE * parts, THREADS);
  }

  /** Sums all of x, or of x z, to one number. */
  void total(DeviceBuffer x, DeviceBuffer z, Target to) {
    Launch.Builder launch = ElementKernels.launch(x, "total").number(1f).matrices(x, z);
    each(x.elements(), 1, 1, launch, to, x.rows(), x.columns());
  }

  /**
   * Sums to each element of a matrix.
   *
   * @param elements that each sum is over
   * @param rows of the matrix
   * @param inputs of a kernel that goes on with {@code SINK} and the number of parts
   * @param to the matrix
   * @param numbers the arguments after the number of parts
   */
  void each(
      long elements, int rows, int columns, Launch.Builder inputs, Target to, int... numbers) {
    if (!to.isWanted()) {
      return;
    }
    int parts = (int) Math.max(1, Math.min(MOST_PARTS, elements / PART));
    int sums = rows * columns;
    DeviceBuffer partial =
        parts == 1 ? DeviceBuffer.NONE : at.keep((long) sums * parts).shaped(rows, columns * parts);
    works.accept(
        inputs
            .to(parts == 1 ? to : Target.of(partial))
            .number(parts)
            .numbers(numbers)
            .threads(sums * parts, THREADS));
    if (parts > 1) {
      works.accept(ElementKernels.stretchSums(partial, DeviceBuffer.NONE, to, parts));
    }
  }
}
