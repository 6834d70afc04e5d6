package org.attune.model.cuda;

import java.util.Optional;
import java.util.function.Function;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Lambda;

/**
 * λ for kernels to read, and the sink of its gradient.
 *
 * @param rho of a learned λ, else none
 * @param sink for the gradient by ρ, if λ is learned
 */
record DeviceLambda(Lambda lambda, DeviceBuffer rho, Optional<Sink<DeviceBuffer>> sink) {

  private static final String FILE = "linear"; // the source file of learn_lambda

  /**
   * The λ of a primitive.
   *
   * @param argument the index of ρ among its arguments, if it has one
   */
  static DeviceLambda of(Lambda lambda, Operands<DeviceBuffer> at, int argument) {
    return lambda.isLearned()
        ? new DeviceLambda(lambda, at.in(argument), Optional.of(at.sink(argument)))
        : new DeviceLambda(lambda, DeviceBuffer.NONE, Optional.empty());
  }

  /** Whether the gradient by λ is needed. */
  boolean learns() {
    return sink.filter(Sink::wanted).isPresent();
  }

  /** A kernel's first arguments: {@code float fixed, IN(rho), int rho_rows, rho_columns}. */
  Launch.Builder first(Launch.Builder launch) {
    return launch
        .number(lambda instanceof Lambda.Fixed f ? (float) f.value() : 0f)
        .matrix(rho)
        .numbers(rho.isThere() ? rho.rows() : 1, rho.isThere() ? rho.columns() : 1);
  }

  /**
   * Adds the gradient by λ to ρ's, if λ is learned.
   *
   * @param factor of the totals
   * @param totals makes a double for every head of every sequence, in the memory that it is given
   */
  void learn(
      float factor,
      Operands<DeviceBuffer> at,
      int heads,
      Function<DeviceBuffer, Work> totals,
      Launches k) {
    if (learns()) {
      DeviceBuffer sums = at.keep(2L * at.batch() * heads); // of eight bytes
      k.backward(totals.apply(sums))
          .backward(
              Launch.of(rho.lane(), FILE, "learn_lambda")
                  .number(factor)
                  .matrix(rho)
                  .address(sums)
                  .to(sink.orElseThrow())
                  .numbers(at.batch(), heads)
                  .over(rho));
    }
  }
}
