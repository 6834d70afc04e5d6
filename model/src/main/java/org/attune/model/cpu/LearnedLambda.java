package org.attune.model.cpu;

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
    return BoundLambda.of(
        lambda,
        lambda.isLearned() ? rho(at.in(argument), at.sink(argument)) : BoundLambda.Rho.NONE);
  }

  private static BoundLambda.Rho rho(Floats values, Sink<Floats> gradient) {
    return new BoundLambda.Rho() {
      @Override
      public double at(int row, int column) {
        return values.at(row, column);
      }

      @Override
      public boolean wantsGradient() {
        return gradient.wanted();
      }

      @Override
      public void addGradient(double[][] contribution) {
        Floats to = gradient.buffer();
        for (int r = 0; r < to.rows; r++) {
          for (int c = 0; c < to.columns; c++) {
            float before = gradient.adds() ? to.at(r, c) : 0;
            to.at(r, c, (float) (before + contribution[r][c]));
          }
        }
      }
    };
  }
}
