package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.LogDeterminant;
import org.attune.model.primitive.RidgeQueries;
import org.attune.model.primitive.SolveRight;

/**
 * Primitives that divide by each head's matrix. One block inverts a matrix in double, and keeps the
 * inverse.
 */
final class Divisions {

  private static final String FILE = "linear";

  private static final int BLOCK = 256;
  private static final int RESERVED = 2 << 10; // bytes that a block shares besides a matrix

  private Divisions() {}

  static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  /** Memory for eight-byte numbers. */
  static DeviceBuffer doubles(Operands<DeviceBuffer> at, long count) {
    return at.keep(2 * count);
  }

  /**
   * The inverses of a stack of matrices, one for each head of each sequence.
   *
   * @param n rows and columns of each
   * @param count the number of matrices
   * @param kept the inverses, in double
   */
  record Inverses(int heads, int n, int count, DeviceBuffer kept) {

    static Inverses of(Operands<DeviceBuffer> at, int heads, int n, int count) {
      return new Inverses(heads, n, count, doubles(at, (long) count * n * n));
    }

    /** Inverts {@code k'k + λI}; k has {@code length} rows per sequence. */
    Work ofProducts(DeviceLambda lambda, DeviceBuffer keys, int length) {
      return invert(lambda, keys, DeviceBuffer.NONE, DeviceBuffer.NONE, length);
    }

    /**
     * Inverts {@code A + λI}.
     *
     * @param orders memory for pivots; none if A is symmetric and positive
     * @param logs receives the determinants' logarithms; may be none
     */
    Work ofMatrices(DeviceLambda lambda, DeviceBuffer a, DeviceBuffer orders, DeviceBuffer logs) {
      return invert(lambda, a, orders, logs, 0);
    }

    /** A {@code length} of 0 means that x is a stack of matrices. */
    private Work invert(
        DeviceLambda lambda, DeviceBuffer x, DeviceBuffer orders, DeviceBuffer logs, int length) {
      long bytes = (long) Double.BYTES * n * n;
      boolean fits = bytes + RESERVED <= x.lane().card().sharedMemory();
      return lambda
          .first(launch(x, "inverses"))
          .matrix(x)
          .addresses(kept, orders, logs)
          .address(x.lane().faults().address())
          .numbers(length > 0 ? 1 : 0, heads, length, n, fits ? 1 : 0)
          .sharing(fits ? (int) bytes : 0)
          .blocks(count, BLOCK);
    }
  }

  /**
   * Multiplies rows by each head's matrix.
   *
   * @param turned whether to transpose the matrix
   * @param matrices in double
   * @param to memory for the result, or none
   * @param sizes heads, rows of a sequence, columns of a head
   */
  static Work times(
      boolean turned,
      DeviceBuffer rows,
      DeviceBuffer matrices,
      DeviceBuffer to,
      Target sink,
      int... sizes) {
    Launch.Builder launch =
        launch(matrices, "times_matrix")
            .number(turned ? 1 : 0)
            .matrix(rows)
            .address(matrices)
            .matrix(to);
    return (to.isThere() ? launch.also(sink) : launch.to(sink)).numbers(sizes).over(rows);
  }

  /** The sum of x z for each head. */
  static Work totals(
      DeviceBuffer x, DeviceBuffer z, DeviceBuffer totals, int heads, int length, int width) {
    return launch(x, "totals_of_heads")
        .matrices(x, z)
        .address(totals)
        .numbers(heads, length, width)
        .blocks(x.rows() / length * heads, length * width);
  }

  static Kernel solveRight(SolveRight p, Operands<DeviceBuffer> at) {
    int heads = p.s().size(1);
    int n = p.a().size(2);
    int rows = p.s().size(2);
    int count = p.s().size(0) * heads;
    DeviceBuffer y = at.out();
    DeviceLambda lambda = DeviceLambda.of(p.lambda(), at, 2);
    DeviceBuffer orders = p.symmetric() ? DeviceBuffer.NONE : at.keep((long) count * n);
    Inverses inverses = Inverses.of(at, heads, n, count);
    DeviceBuffer kept = inverses.kept();
    Launches k = new Launches();
    k.forward(inverses.ofMatrices(lambda, at.in(1), orders, DeviceBuffer.NONE));
    k.forward(times(false, at.in(0), kept, y, Target.NONE, 1, rows, n));
    if (!at.sink(0).wanted() && !at.sink(1).wanted() && !lambda.learns()) {
      return k;
    }
    DeviceBuffer ds = at.scratch(0, y.elements()).shaped(y.rows(), n);
    k.backward(times(true, at.outGradient(), kept, ds, Target.of(at.sink(0)), 1, rows, n));
    if (at.sink(1).wanted()) {
      Product.Places tall = i -> (long) i * rows * n;
      Product.Stack ys = Product.Stack.of(y.shaped(rows, n), tall);
      Product.Stack changes = Product.Stack.of(ds.shaped(rows, n), tall);
      DeviceBuffer first = at.sink(1).buffer().shaped(n, n);
      Product.Stack da = Product.Stack.of(first, i -> (long) i * n * n);
      k.backward(Product.each(count, ys.turned(true), changes, da, Target.of(at.sink(1)), -1, at));
    }
    lambda.learn(-1, at, heads, sums -> totals(ds, y, sums, 1, rows, n), k);
    return k;
  }

  static Kernel logDeterminant(LogDeterminant p, Operands<DeviceBuffer> at) {
    int heads = p.a().size(1);
    int n = p.a().size(2);
    int count = p.a().size(0) * heads;
    DeviceBuffer dy = at.outGradient();
    DeviceLambda lambda = DeviceLambda.of(p.lambda(), at, 1);
    Inverses inverses = Inverses.of(at, heads, n, count);
    DeviceBuffer kept = inverses.kept();
    Launches k =
        new Launches()
            .forward(inverses.ofMatrices(lambda, at.in(0), DeviceBuffer.NONE, at.out()))
            .backward(
                launch(at.out(), "log_determinant_backward")
                    .address(kept)
                    .matrix(dy)
                    .to(at.sink(0))
                    .number(n)
                    .over(at.in(0)));
    lambda.learn(
        1,
        at,
        heads,
        sums ->
            launch(sums, "traces").address(kept).matrix(dy).address(sums).number(n).over(count, 1),
        k);
    return k;
  }

  /** Ridge queries of sets; all queries of a head share one matrix. */
  static Kernel ridgeQueries(RidgeQueries p, Operands<DeviceBuffer> at) {
    int heads = p.heads();
    int width = p.q().columns() / heads;
    int queries = p.q().length();
    int keys = p.k().length();
    int count = at.batch() * heads;
    DeviceBuffer u = at.out();
    DeviceLambda lambda = DeviceLambda.of(p.lambda(), at, 2);
    Inverses inverses = Inverses.of(at, heads, width, count);
    DeviceBuffer kept = inverses.kept();
    Launches k = new Launches().forward(inverses.ofProducts(lambda, at.in(1), keys));
    k.forward(times(false, at.in(0), kept, u, Target.NONE, heads, queries, width));
    if (!at.sink(0).wanted() && !at.sink(1).wanted() && !lambda.learns()) {
      return k;
    }
    DeviceBuffer z = at.scratch(0, u.elements()).like(u);
    Target dq = Target.of(at.sink(0));
    k.backward(times(true, at.outGradient(), kept, z, dq, heads, queries, width));
    if (at.sink(1).wanted()) {
      DeviceBuffer cross = doubles(at, (long) count * width * width);
      k.backward(
          launch(u, "cross_products")
              .matrices(u, z)
              .address(cross)
              .numbers(heads, queries, width)
              .over(count * width, width));
      Target dk = Target.of(at.sink(1));
      k.backward(times(false, at.in(1), cross, DeviceBuffer.NONE, dk, heads, keys, width));
    }
    lambda.learn(-1, at, heads, sums -> totals(z, u, sums, heads, queries, width), k);
    return k;
  }
}
