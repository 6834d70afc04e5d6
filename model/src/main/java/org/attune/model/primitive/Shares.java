package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Divides each column of each matrix by its sum: {@code y_ic = x_ic / Σ_j x_jc}. For class
 * indicators this is each member's share in its class mean.
 *
 * @param x (B, H, n, C); no column sums to 0
 */
public record Shares(Value x) implements Primitive {

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
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public boolean keepsOutput() {
    return true;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument y = at.out();
    return new Formula() {
      private INDArray sums; // (B, H, 1, C)

      @Override
      public void forward(Pass pass) {
        sums = x.array().sum(true, 2);
        if (sums.eq(0).any()) {
          throw withoutMembers();
        }
        y.array().assign(x.array().div(sums));
      }

      @Override
      public void backward() {
        INDArray mean = y.gradient().mul(y.array()).sum(true, 2);
        x.addGradient(y.gradient().sub(mean).divi(sums));
      }
    };
  }
}
