package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code Σ_t weight_t mean_c (x_tc - target_tc)²}.
 *
 * @param x predictions, (rows, C)
 * @param target (rows, C)
 * @param weights one per row, (rows, 1)
 */
public record SquaredError(Value x, Value target, Value weights) implements Primitive {

  public SquaredError {
    if (x.rows() != target.rows()
        || x.columns() != target.columns()
        || weights.rows() != x.rows()
        || weights.columns() != 1) {
      throw new IllegalArgumentException(
          "Cannot compare %s with %s, weighed by %s".formatted(x, target, weights));
    }
  }

  /** The weighted squared error: (1, 1). */
  public static Value squaredError(Value x, Value target, Value weights) {
    return Program.of(x).add(new SquaredError(x, target, weights));
  }

  @Override
  public int[] shape() {
    return new int[] {1, 1};
  }

  @Override
  public boolean passesBack(int argument) {
    return argument == 0;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument target = at.in(1);
    Argument weights = at.in(2);
    Argument y = at.out();
    return Formula.of(
        pass -> {
          INDArray difference = x.array().sub(target.array());
          INDArray square = difference.muli(difference).sum(true, 1).divi(x.columns());
          y.array().assign(square.mul(weights.array()).sumNumber());
        },
        () -> {
          double factor = 2 * y.gradient().getDouble(0) / x.columns();
          INDArray difference = x.array().sub(target.array());
          x.addGradient(difference.mul(weights.array()).muli(factor));
        });
  }
}
