package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * {@code y = factor x + shift}.
 *
 * @param x any shape
 */
public record Scale(Value x, double factor, double shift) implements KeepsNoInput, Unary {

  /** {@code factor x}. */
  public static Value scale(Value x, double factor) {
    return scale(x, factor, 0);
  }

  /** {@code factor x + shift}. */
  public static Value scale(Value x, double factor, double shift) {
    return Program.of(x).add(new Scale(x, factor, shift));
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(x.array().mul(factor).addi(shift)),
        () -> x.addGradient(y.gradient().mul(factor)));
  }
}
