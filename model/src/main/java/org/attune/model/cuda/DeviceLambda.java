package org.attune.model.cuda;

import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Lambda;

/**
 * λ as kernels read it, and the way of its derivatives.
 *
 * @param rho of a λ that is learned, else null
 * @param sink where the derivative by ρ goes, else null
 */
record DeviceLambda(Lambda lambda, DeviceBuffer rho, Sink<DeviceBuffer> sink) {

  private static final String FILE = "linear"; // the text of learn_lambda

  /**
   * λ of a primitive.
   *
   * @param argument where ρ stands among its arguments, if there is one
   */
  static DeviceLambda of(Lambda lambda, Operands<DeviceBuffer> at, int argument) {
    return lambda.isLearned()
        ? new DeviceLambda(lambda, at.in(argument), at.sink(argument))
        : new DeviceLambda(lambda, null, null);
  }

  /** Whether anything can learn from the derivative by λ. */
  boolean learns() {
    return sink != null && sink.wanted();
  }

  /** The first arguments of a kernel: {@code float fixed, IN(rho), int rho_rows, rho_columns}. */
  Launch.Builder first(Launch.Builder launch) {
    return launch
        .number(lambda instanceof Lambda.Fixed f ? (float) f.value() : 0f)
        .matrix(rho)
        .number(rho == null ? 1 : rho.rows())
        .number(rho == null ? 1 : rho.columns());
  }

  /**
   * Passes the derivatives by λ on.
   *
   * @param factor of the totals
   * @param totals a double for every head of every sequence
   */
  Work learn(float factor, DeviceBuffer totals, int batch, int heads) {
    return Launch.of(rho.lane(), FILE, "learn_lambda")
        .number(factor)
        .matrix(rho)
        .address(totals)
        .sink(sink)
        .number(batch)
        .number(heads)
        .over(sink.buffer());
  }
}
