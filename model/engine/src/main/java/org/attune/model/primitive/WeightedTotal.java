package org.attune.model.primitive;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Along.along;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Scale.scale;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code y = sum_i weight_i x_i}: the rows' contribution to a loss.
 *
 * @param x (M, 1)
 * @param weights (M, 1)
 */
public record WeightedTotal(Value x, Value weights) implements Binary {

  public WeightedTotal {
    if (x.columns() != 1 || weights.columns() != 1 || x.rows() != weights.rows()) {
      throw new IllegalArgumentException("Cannot weigh %s by %s".formatted(x, weights));
    }
  }

  /** The weighted sum of rows of one number each: (1, 1). */
  public static Value weightedTotal(Value x, Value weights) {
    return Program.of(x).add(new WeightedTotal(x, weights));
  }

  /**
   * The weighted squared error {@code Σ_t weight_t mean_c (x_tc - target_tc)²}: (1, 1).
   *
   * @param x predictions, (M, C)
   * @param target (M, C)
   * @param weights one per row, (M, 1)
   */
  public static Value squaredError(Value x, Value target, Value weights) {
    Value difference = add(x, scale(target, -1));
    Value square = multiply(difference, difference);
    return weightedTotal(along(Along.Kind.MEAN, square, 1, Mask.NONE), weights);
  }

  @Override
  public int[] shape() {
    return new int[] {1, 1};
  }

  @Override
  public Formula formula(Argument x, Argument weights, Argument y) {
    return Formula.of(
        pass -> y.array().putScalar(0, x.array().mul(weights.array()).sumNumber().doubleValue()),
        () -> {
          double slope = y.gradient().getDouble(0);
          x.addGradient(() -> weights.array().mul(slope));
          weights.addGradient(() -> x.array().mul(slope));
        });
  }
}
