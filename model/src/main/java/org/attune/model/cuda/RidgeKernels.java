package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.RidgeQueries;

/**
 * {@link RidgeQueries} of sequences: a block for each head, in double, its matrix in shared memory.
 */
final class RidgeKernels {

  /** The widest head whose matrix a block can share on any card since sm_80. */
  static final int WIDEST = 128;

  private static final String FILE = "ridge";
  private static final int ROWS = 3; // beside the matrix
  private static final int BLOCK = 256;

  private final RidgeQueries ridge;
  private final Operands<DeviceBuffer> at;
  private final int width;
  private final int length;
  private final int shared;

  private RidgeKernels(RidgeQueries ridge, Operands<DeviceBuffer> at) {
    this.ridge = ridge;
    this.at = at;
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
    boolean learns = ridge.lambda().isLearned() && at.sink(2).wanted();
    Launches work = new Launches().forward(divided(at.in(0), u, false));
    if (!at.sink(0).wanted() && !at.sink(1).wanted() && !learns) {
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
    if (learns) {
      DeviceBuffer rho = at.in(2);
      work.backward(
          Launch.of(u.lane(), FILE, "divide_lambda")
              .matrix(rho)
              .matrix(u)
              .matrix(z)
              .sink(at.sink(2))
              .number(rho.rows())
              .number(rho.columns())
              .number(at.batch())
              .number(ridge.heads())
              .number(length)
              .number(width)
              .blocks(rho.rows() * rho.columns(), BLOCK));
    }
    return work;
  }

  /** Rows divided, into memory and perhaps as the queries' gradient too. */
  private Work divided(DeviceBuffer rows, DeviceBuffer to, boolean gradient) {
    boolean fixed = ridge.lambda() instanceof Lambda.Fixed;
    DeviceBuffer rho = fixed ? null : at.in(2);
    Launch.Builder launch =
        Launch.of(to.lane(), FILE, "divide_causal")
            .number(ridge.lambda() instanceof Lambda.Fixed f ? (float) f.value() : 0f)
            .matrix(rho)
            .number(fixed ? 1 : rho.rows())
            .number(fixed ? 1 : rho.columns())
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
