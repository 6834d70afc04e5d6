package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * Views rows as a stack of matrices, one for each head of each sequence: {@code (B·T, H·c)} becomes
 * {@code (B, H, T, c)}.
 *
 * @param x (B·T, H·c)
 * @param heads H
 */
public record Stack(Value x, int heads) implements KeepsNoInput, Unary {

  public Stack {
    Heads.width(x, heads);
  }

  /** The stack made from a matrix of rows. */
  public static Value stack(Value x, int heads) {
    return Program.of(x).add(new Stack(x, heads));
  }

  @Override
  public int[] shape() {
    return new int[] {x.batch(), heads, x.length(), x.columns() / heads};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(Heads.split(x, heads)),
        () -> x.addGradient(Heads.join(y.gradient())));
  }
}
