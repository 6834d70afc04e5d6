package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * Divides each head's columns by its last one: {@code y_c = x_c / (x_e + epsilon)} for c below e.
 *
 * @param x (M, H·(e + 1))
 * @param heads H
 * @param epsilon added to divisors
 */
public record HeadQuotient(Value x, int heads, double epsilon) implements KeepsOutput, Unary {

  public HeadQuotient {
    if (Heads.width(x, heads) < 2) {
      throw new IllegalArgumentException("Cannot divide %s by its last columns".formatted(x));
    }
  }

  /** Heads without their last columns, divided by them: (M, H·e). */
  public static Value headQuotient(Value x, int heads, double epsilon) {
    return Program.of(x).add(new HeadQuotient(x, heads, epsilon));
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), x.columns() - heads};
  }

  @Override
  public double flops() {
    return (double) x.rows() * (x.columns() - heads);
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int wide = x.columns() / heads;
    return Formula.of(
        pass -> {
          double[] in = RealArrays.of(x.array());
          double[] out = new double[in.length / wide * (wide - 1)];
          for (int i = 0; i < out.length; i++) {
            int from = i / (wide - 1) * wide;
            out[i] = in[from + i % (wide - 1)] / (in[from + wide - 1] + epsilon);
          }
          y.array().assign(RealArrays.like(y.array(), out));
        },
        () -> {
          double[] in = RealArrays.of(x.array());
          double[] out = RealArrays.of(y.array());
          double[] dy = RealArrays.of(y.gradient());
          double[] dx = new double[in.length];
          for (int i = 0; i < out.length; i++) {
            int from = i / (wide - 1) * wide;
            double share = dy[i] / (in[from + wide - 1] + epsilon);
            dx[from + i % (wide - 1)] = share;
            dx[from + wide - 1] -= share * out[i];
          }
          x.addGradient(RealArrays.like(x.array(), dx));
        });
  }
}
