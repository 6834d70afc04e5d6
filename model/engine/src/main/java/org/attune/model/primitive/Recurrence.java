package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A linear recurrence along the tokens of each sequence: {@code y_t = f_t y_{t-1} + x_t}, with y 0
 * before the start. With f = 1 it is a running sum.
 *
 * @param x (B·T, C)
 * @param factor (B·T, C)
 */
public record Recurrence(Value x, Value factor) implements Binary, KeepsOutput {

  public Recurrence {
    if (!java.util.Arrays.equals(x.shape(), factor.shape())) {
      throw new IllegalArgumentException("Cannot decay %s by %s".formatted(x, factor));
    }
  }

  /** {@code y_t = factor_t y_{t-1} + x_t}. */
  public static Value recurrence(Value x, Value factor) {
    return Program.of(x).add(new Recurrence(x, factor));
  }

  @Override
  public boolean keeps(int argument) {
    return argument == 1;
  }

  @Override
  public double flops() {
    return 2.0 * x.rows() * x.columns();
  }

  /** {@inheritDoc} The last y. */
  @Override
  public long state() {
    return x.columns();
  }

  @Override
  public Formula formula(Argument x, Argument factor, Argument y) {
    int columns = x.columns();
    int length = x.length();
    return Formula.of(
        pass -> {
          double[] in = RealArrays.of(x.array());
          double[] f = RealArrays.of(factor.array());
          for (int i = 0; i < in.length; i++) {
            if (i / columns % length > 0) {
              in[i] += f[i] * in[i - columns];
            }
          }
          y.array().assign(RealArrays.like(y.array(), in));
        },
        () -> {
          double[] f = RealArrays.of(factor.array());
          double[] out = RealArrays.of(y.array());
          double[] d = RealArrays.of(y.gradient());
          double[] df = new double[d.length];
          for (int i = d.length - 1; i >= 0; i--) {
            if (i / columns % length > 0) {
              d[i - columns] += f[i] * d[i];
              df[i] = d[i] * out[i - columns];
            }
          }
          x.addGradient(() -> RealArrays.like(y.array(), d));
          factor.addGradient(() -> RealArrays.like(y.array(), df));
        });
  }
}
