package org.attune.model.primitive;

import java.util.Optional;
import java.util.function.Consumer;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A {@link Lambda} bound to the ρ that a formula or a kernel reads.
 *
 * @param lambda λ
 * @param rho ρ, if λ is learned
 * @param gradient adds a contribution of ρ's shape to its gradient; empty if none is wanted
 */
public record BoundLambda(Lambda lambda, Rho rho, Optional<Consumer<double[][]>> gradient) {

  /** The numbers ρ. */
  public interface Rho {
    double at(int row, int column);
  }

  /** Binds a fixed λ, which has no ρ. */
  public static BoundLambda of(Lambda fixed) {
    return new BoundLambda(fixed, (row, column) -> Double.NaN, Optional.empty());
  }

  /** Binds λ for a formula; its argument {@code index} is ρ if λ is learned. */
  static BoundLambda of(Lambda lambda, Arguments at, int index) {
    if (!lambda.isLearned()) {
      return of(lambda);
    }
    Argument rho = at.in(index);
    Consumer<double[][]> gradient =
        sums -> rho.addGradient(Nd4j.create(sums).castTo(rho.array().dataType()));
    return new BoundLambda(
        lambda,
        (row, column) -> rho.array().getDouble(row, column),
        rho.wantsGradient() ? Optional.of(gradient) : Optional.empty());
  }

  /** The current λ of one head of one sequence. */
  public double at(int sequence, int head) {
    if (lambda instanceof Lambda.Fixed fixed) {
      return fixed.value();
    }
    Lambda.Exponential e = (Lambda.Exponential) lambda;
    return Math.exp(rho.at(e.row(sequence), e.column(head)));
  }

  /** Whether λ is fixed at 0, which selects the pseudo-inverse. */
  public boolean isZero() {
    return lambda.isZero();
  }

  /** Whether the gradient by λ is needed. */
  public boolean wantsGradient() {
    return gradient.isPresent();
  }

  /**
   * Adds the gradient by λ to ρ's; {@code dρ = λ dλ}.
   *
   * @param byLambda for every sequence and head, sequence by sequence
   */
  public void addGradient(double[] byLambda) {
    if (!wantsGradient()) {
      return;
    }
    Lambda.Exponential e = (Lambda.Exponential) lambda;
    int heads = byLambda.length / e.rho().batch();
    double[][] sums = new double[e.rho().rows()][e.rho().columns()];
    for (int i = 0; i < byLambda.length; i++) {
      int sequence = i / heads;
      int head = i % heads;
      sums[e.row(sequence)][e.column(head)] += at(sequence, head) * byLambda[i];
    }
    gradient.get().accept(sums);
  }
}
