package org.attune.model.cpu;

import java.util.Optional;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.Lambda;

/** The ρ of a learned λ, as a kernel's argument. */
final class LearnedLambda {

  private LearnedLambda() {}

  /**
   * Binds λ for a kernel.
   *
   * @param argument the index of ρ among the arguments, if it has one
   */
  static BoundLambda of(Lambda lambda, Operands<Floats> at, int argument) {
    if (!lambda.isLearned()) {
      return BoundLambda.of(lambda);
    }
    Floats rho = at.in(argument);
    Sink<Floats> gradient = at.sink(argument);
    return new BoundLambda(
        lambda,
        rho::at,
        gradient.wanted() ? Optional.of(sums -> add(sums, gradient)) : Optional.empty());
  }

  private static void add(double[][] sums, Sink<Floats> gradient) {
    Floats to = gradient.buffer();
    for (int r = 0; r < to.rows; r++) {
      for (int c = 0; c < to.columns; c++) {
        float before = gradient.adds() ? to.at(r, c) : 0;
        to.at(r, c, (float) (before + sums[r][c]));
      }
    }
  }
}
