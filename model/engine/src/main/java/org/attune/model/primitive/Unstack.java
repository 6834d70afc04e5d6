package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * A stack of matrices as rows, the reverse of {@link Stack}.
 *
 * @param x (B, H, T, c)
 */
public record Unstack(Value x) implements KeepsNoInput, Unary {

  /** The rows of a stack: (B·T, H·c). */
  public static Value unstack(Value x) {
    return Program.of(x).add(new Unstack(x));
  }

  @Override
  public int[] shape() {
    return new int[] {x.size(0) * x.size(2), x.size(1) * x.size(3)};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(Heads.join(x.array())),
        () -> x.addGradient(Heads.split(y.gradient(), x.size(0), x.size(1))));
  }
}
