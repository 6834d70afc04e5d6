package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * {@code y = f(x)}, element by element.
 *
 * @param function f
 * @param x any shape
 */
public record Apply(Pointwise function, Value x) implements Unary {

  /** {@code f(x)}. */
  public static Value apply(Pointwise function, Value x) {
    return Program.of(x).add(new Apply(function, x));
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(function.value(x.array().dup('c'))),
        () -> x.addGradient(function.slope(x.array().dup('c')).muli(y.gradient())));
  }
}
