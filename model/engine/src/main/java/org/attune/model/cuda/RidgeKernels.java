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
    Launches work = new Launches().forward(divided(at.in(0), u, Target.NONE));
    if (!at.sink(0).wanted() && !at.sink(1).wanted() && !lambda.learns()) {
      return work;
    }
    DeviceBuffer z = at.scratch(0, u.elements()).like(u);
    work.backward(divided(at.outGradient(), z, Target.of(at.sink(0))));
    work.backward(
        shaped(
            Launch.of(u.lane(), FILE, "divide_causal_keys")
                .matrices(u, z, at.in(1))
                .to(at.sink(1))));
    int heads = ridge.heads();
    lambda.learn(-1, at, heads, sums -> Divisions.totals(z, u, sums, heads, length, width), work);
    return work;
  }

  /** Divides rows by the Gram matrices, into memory and, if wanted, into the queries' gradient. */
  private Work divided(DeviceBuffer rows, DeviceBuffer to, Target gradient) {
    return shaped(
        lambda
            .first(Launch.of(to.lane(), FILE, "divide_causal"))
            .matrices(rows, at.in(1), to)
            .also(gradient));
  }

  private Work shaped(Launch.Builder launch) {
    return launch
        .numbers(ridge.heads(), length, width)
        .sharing(shared)
        .blocks(at.batch() * ridge.heads(), BLOCK);
  }
}
