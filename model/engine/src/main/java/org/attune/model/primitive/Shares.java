package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Divides each column of each matrix by its sum: {@code y_ic = x_ic / Σ_j x_jc}. For class
 * indicators this is each member's share in its class mean.
 *
 * @param x (B, H, n, C); no column sums to 0
 */
public record Shares(Value x) implements KeepsOutput, Unary {

  /** Columns that sum to one. */
  public static Value shares(Value x) {
    return Program.of(x).add(new Shares(x));
  }

  /** The error for a column that sums to 0. */
  public static ArithmeticException withoutMembers() {
    return new ArithmeticException(
        "Cannot take the mean of a class without members; give every class an example in each set");
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.keeping(
        pass -> {
          INDArray sums = x.array().sum(true, 2); // (B, H, 1, C)
          if (sums.eq(0).any()) {
            throw withoutMembers();
          }
          y.array().assign(x.array().div(sums));
          return sums;
        },
        sums -> {
          INDArray mean = y.gradient().mul(y.array()).sum(true, 2);
          x.addGradient(y.gradient().sub(mean).divi(sums));
        });
  }
}
