package org.attune.model.primitive;

import java.util.Arrays;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Noise;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Dropout (Srivastava et al. 2014, scaled in training). In training {@code y = m x / (1 - rate)};
 * each element's m is drawn independently, 0 with probability {@code rate} and otherwise 1. In
 * evaluation {@code y = x}.
 *
 * @param x any shape whose first dimension runs over the batch
 * @param rate the share of dropped elements, in [0, 1)
 */
public record Dropout(Value x, double rate) implements KeepsNoInput {

  public Dropout {
    if (!(rate >= 0 && rate < 1)) {
      throw new IllegalArgumentException("Invalid dropout: %s (0 to less than 1)".formatted(rate));
    }
  }

  /** Drops a share of the elements. */
  public static Value dropout(Value x, double rate) {
    return Program.of(x).add(new Dropout(x, rate));
  }

  /**
   * The factor of an element.
   *
   * @param noise the primitive's own in this step
   * @param element counted over the whole batch, row by row
   */
  public double factor(Noise noise, long element) {
    return noise.uniform(element) < rate ? 0 : 1 / (1 - rate);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument y = at.out();
    return Formula.keeping(
        pass -> {
          INDArray values = x.array();
          double[] all = new double[Math.toIntExact(values.length())];
          Noise noise = pass.noise().at(at.node());
          long before = (long) pass.firstExample() * all.length / x.batch();
          Arrays.setAll(all, i -> pass.training() ? factor(noise, before + i) : 1);
          INDArray factors = RealArrays.like(values, all);
          y.array().assign(values.mul(factors));
          return factors;
        },
        factors -> x.addGradient(y.gradient().mul(factors)));
  }
}
