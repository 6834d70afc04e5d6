package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Views rows as a stack of matrices, one for each head of each sequence: {@code (B·T, H·c)} becomes
 * {@code (B, H, T, c)}.
 *
 * @param x (B·T, H·c)
 * @param heads H
 */
public record Stack(Value x, int heads) implements KeepsNoInput {

  public Stack {
    Heads.width(x, heads);
  }

  /** The stack made from a matrix of rows. */
  public static Value stack(Value x, int heads) {
    return Program.of(x).add(new Stack(x, heads));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public int[] shape() {
    return new int[] {x.batch(), heads, x.length(), x.columns() / heads};
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument y = at.out();
    return Formula.of(
        pass -> y.array().assign(Heads.split(x, heads)),
        () -> x.addGradient(Heads.join(y.gradient())));
  }
}
