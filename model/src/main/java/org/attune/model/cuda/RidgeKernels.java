package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.RidgeQueries;

/**
 * {@link RidgeQueries} of sequences. One block handles each head in double, with its matrix in
 * shared memory.
 */
final class RidgeKernels {

  /** The widest head whose matrix fits in a block's shared memory on any GPU since sm_80. */
  static final int WIDEST = 128;

  private static final String FILE = "ridge";
  private static final int ROWS = 3; // beside the matrix
  private static final int BLOCK = 256;

  private final RidgeQueries ridge;
  private final Operands<DeviceBuffer> at;
  private final DeviceLambda lambda;
  private final int width;
  private final int length;
  private final int shared;

  private RidgeKernels(RidgeQueries ridge, Operands<DeviceBuffer> at) {
    this.ridge = ridge;
    this.at = at;
    lambda = DeviceLambda.of(ridge.lambda(), at, 2);
    width = at.in(0).columns() / ridge.heads();
    length = at.in(0).rows() / at.batch();
    shared = (width * width + ROWS * width) * Double.BYTES;
  }

  static Kernel causal(RidgeQueries p, Operands<DeviceBuffer> at) {
    return new RidgeKernels(p, at).causal();
  }

  private Kernel causal() {
    DeviceBuffer u = at.out();
    DeviceBuffer k = at.in(1);
    Launches work = new Launches().forward(divided(at.in(0), u, false));
    if (!at.sink(0).wanted() && !at.sink(1).wanted() && !lambda.learns()) {
      return work;
    }
    DeviceBuffer z = at.scratch(0, u.elements()).at(0, u.rows(), u.columns(), u.columns());
    work.backward(divided(at.outGradient(), z, true));
    if (at.sink(1).wanted()) {
      work.backward(
          Launch.of(u.lane(), FILE, "divide_causal_keys")
              .matrix(u)
              .matrix(z)
              .matrix(k)
              .sink(at.sink(1))
              .number(ridge.heads())
              .number(length)
              .number(width)
              .sharing(shared)
              .blocks(at.batch() * ridge.heads(), BLOCK));
    }
    if (lambda.learns()) {
      int count = at.batch() * ridge.heads();
      DeviceBuffer totals = Divisions.doubles(at, count);
      work.backward(Divisions.totals(z, u, totals, ridge.heads(), length, width, count));
      work.backward(lambda.learn(-1, totals, at.batch(), ridge.heads()));
    }
    return work;
  }

  /** Divides rows by the Gram matrices, into memory and, if asked, into the queries' gradient. */
  private Work divided(DeviceBuffer rows, DeviceBuffer to, boolean gradient) {
    Launch.Builder launch =
        lambda
            .first(Launch.of(to.lane(), FILE, "divide_causal"))
            .matrix(rows)
            .matrix(at.in(1))
            .matrix(to);
    return (gradient ? launch.sink(at.sink(0)) : launch.put(null))
        .number(ridge.heads())
        .number(length)
        .number(width)
        .sharing(shared)
        .blocks(at.batch() * ridge.heads(), BLOCK);
  }
}
