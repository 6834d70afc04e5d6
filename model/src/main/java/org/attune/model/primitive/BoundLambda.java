package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.nd4j.linalg.factory.Nd4j;

/** A {@link Lambda} bound to the ρ that a formula or a kernel reads. */
public final class BoundLambda {

  /** The numbers ρ, with access to their gradient. */
  public interface Rho {
    /** No ρ: λ is a number. */
    Rho NONE =
        new Rho() {
          @Override
          public double at(int row, int column) {
            throw new IllegalStateException("A fixed lambda has no rho");
          }

          @Override
          public boolean wantsGradient() {
            return false;
          }

          @Override
          public void addGradient(double[][] contribution) {
            throw new IllegalStateException("A fixed lambda has no gradient");
          }
        };

    double at(int row, int column);

    boolean wantsGradient();

    /** Adds a contribution to ρ's gradient, of ρ's shape. */
    void addGradient(double[][] contribution);
  }

  private final Lambda lambda;
  private final Rho rho;

  private BoundLambda(Lambda lambda, Rho rho) {
    this.lambda = lambda;
    this.rho = rho;
  }

  /** Binds λ for a formula or kernel that reads ρ through the given {@code Rho}. */
  public static BoundLambda of(Lambda lambda, Rho rho) {
    return new BoundLambda(lambda, rho);
  }

  /** Binds λ for a formula; its argument {@code rho} is ρ if λ is learned. */
  static BoundLambda of(Lambda lambda, Arguments at, int rho) {
    return of(lambda, lambda.isLearned() ? rho(at.in(rho)) : Rho.NONE);
  }

  private static Rho rho(Argument argument) {
    return new Rho() {
      @Override
      public double at(int row, int column) {
        return argument.array().getDouble(row, column);
      }

      @Override
      public boolean wantsGradient() {
        return argument.wantsGradient();
      }

      @Override
      public void addGradient(double[][] contribution) {
        argument.addGradient(Nd4j.create(contribution).castTo(argument.array().dataType()));
      }
    };
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
    return rho.wantsGradient();
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
    rho.addGradient(sums);
  }
}
