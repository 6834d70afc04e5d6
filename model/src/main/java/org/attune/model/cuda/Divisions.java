package org.attune.model.cuda;

import static org.attune.model.cuda.Product.plain;
import static org.attune.model.cuda.Product.transposed;

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
  private static final int NUMBERS = 6; // of four bytes: three addresses

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
      return invert(lambda, keys, null, null, length);
    }

    /**
     * Inverts {@code A + λI}.
     *
     * @param orders memory for pivots; null if A is symmetric and positive
     * @param logs receives the determinants' logarithms; may be null
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
          .address(kept)
          .address(orders)
          .address(logs)
          .address(x.lane().faults().address())
          .number(length > 0 ? 1 : 0)
          .number(heads)
          .number(length)
          .number(n)
          .number(fits ? 1 : 0)
          .sharing(fits ? (int) bytes : 0)
          .blocks(count, BLOCK);
    }
  }

  /**
   * Multiplies rows by each head's matrix.
   *
   * @param turned whether to transpose the matrix
   * @param matrices in double
   */
  static Launch.Builder times(boolean turned, DeviceBuffer rows, DeviceBuffer matrices) {
    return launch(rows, "times_matrix").number(turned ? 1 : 0).matrix(rows).address(matrices);
  }

  static Kernel solveRight(SolveRight p, Operands<DeviceBuffer> at) {
    int heads = p.s().size(1);
    int n = p.a().size(2);
    int rows = p.s().size(2);
    int count = p.s().size(0) * heads;
    DeviceBuffer y = at.out();
    DeviceLambda lambda = DeviceLambda.of(p.lambda(), at, 2);
    Inverses inverses = Inverses.of(at, heads, n, count);
    DeviceBuffer orders = p.symmetric() ? null : at.keep((long) count * n);
    Launches k = new Launches();
    k.forward(inverses.ofMatrices(lambda, at.in(1), orders, null));
    k.forward(
        times(false, at.in(0), inverses.kept())
            .matrix(y)
            .put(null)
            .number(1)
            .number(rows)
            .number(n)
            .over(y));
    if (!at.sink(0).wanted() && !at.sink(1).wanted() && !lambda.learns()) {
      return k;
    }
    DeviceBuffer ds = at.scratch(0, y.elements()).at(0, y.rows(), n, n);
    k.backward(
        times(true, at.outGradient(), inverses.kept())
            .matrix(ds)
            .sink(at.sink(0))
            .number(1)
            .number(rows)
            .number(n)
            .over(y));
    if (at.sink(1).wanted()) {
      DeviceBuffer da = at.sink(1).buffer();
      k.backward(
          Product.each(
              transposed(y.at(0, rows, n, n)),
              plain(ds.at(0, rows, n, n)),
              da.at(0, n, n, n),
              -1,
              at.sink(1),
              new Product.Each(
                  count, i -> (long) i * rows * n, i -> (long) i * rows * n, i -> (long) i * n * n),
              at.keep((long) NUMBERS * count)));
    }
    if (lambda.learns()) {
      DeviceBuffer totals = doubles(at, count);
      k.backward(totals(ds, y, totals, 1, rows, n, count));
      k.backward(lambda.learn(-1, totals, at.batch(), heads));
    }
    return k;
  }

  /** The sum of x z for each head. */
  static Work totals(
      DeviceBuffer x,
      DeviceBuffer z,
      DeviceBuffer totals,
      int heads,
      int length,
      int width,
      int count) {
    return launch(x, "totals_of_heads")
        .matrix(x)
        .matrix(z)
        .address(totals)
        .number(heads)
        .number(length)
        .number(width)
        .blocks(count, length * width);
  }

  static Kernel logDeterminant(LogDeterminant p, Operands<DeviceBuffer> at) {
    int heads = p.a().size(1);
    int n = p.a().size(2);
    int count = p.a().size(0) * heads;
    DeviceLambda lambda = DeviceLambda.of(p.lambda(), at, 1);
    Inverses inverses = Inverses.of(at, heads, n, count);
    Launches k = new Launches().forward(inverses.ofMatrices(lambda, at.in(0), null, at.out()));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(at.out(), "log_determinant_backward")
              .address(inverses.kept())
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(n)
              .over(at.in(0)));
    }
    if (lambda.learns()) {
      DeviceBuffer totals = doubles(at, count);
      k.backward(
          launch(at.out(), "traces")
              .address(inverses.kept())
              .matrix(at.outGradient())
              .address(totals)
              .number(n)
              .over(count, 1));
      k.backward(lambda.learn(1, totals, at.batch(), heads));
    }
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
    Launches k = new Launches().forward(inverses.ofProducts(lambda, at.in(1), keys));
    k.forward(
        times(false, at.in(0), inverses.kept())
            .matrix(u)
            .put(null)
            .number(heads)
            .number(queries)
            .number(width)
            .over(u));
    if (!at.sink(0).wanted() && !at.sink(1).wanted() && !lambda.learns()) {
      return k;
    }
    DeviceBuffer z = at.scratch(0, u.elements()).at(0, u.rows(), u.columns(), u.columns());
    k.backward(
        times(true, at.outGradient(), inverses.kept())
            .matrix(z)
            .sink(at.sink(0))
            .number(heads)
            .number(queries)
            .number(width)
            .over(u));
    if (at.sink(1).wanted()) {
      DeviceBuffer cross = doubles(at, (long) count * width * width);
      k.backward(
          launch(u, "cross_products")
              .matrix(u)
              .matrix(z)
              .address(cross)
              .number(heads)
              .number(queries)
              .number(width)
              .over(count * width, width));
      k.backward(
          times(false, at.in(1), cross)
              .matrix(null)
              .sink(at.sink(1))
              .number(heads)
              .number(keys)
              .number(width)
              .over(at.in(1)));
    }
    if (lambda.learns()) {
      DeviceBuffer totals = doubles(at, count);
      k.backward(totals(z, u, totals, heads, queries, width, count));
      k.backward(lambda.learn(-1, totals, at.batch(), heads));
    }
    return k;
  }
}
