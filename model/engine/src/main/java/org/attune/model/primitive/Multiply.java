package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code y = a * b}, element by element. A dimension of size 1 in b is broadcast over a's.
 *
 * @param a any shape
 * @param b the same number of dimensions; each size is a's or 1
 */
public record Multiply(Value a, Value b) implements Binary {

  public Multiply {
    Broadcast.require(a, b);
  }

  /** {@code a * b}. */
  public static Value multiply(Value a, Value b) {
    return Program.of(a).add(new Multiply(a, b));
  }

  @Override
  public Formula formula(Argument a, Argument b, Argument y) {
    return Formula.of(
        pass -> y.array().assign(a.array().mul(b.array())),
        () -> {
          a.addGradient(() -> y.gradient().mul(b.array()));
          b.addGradient(() -> Broadcast.sumTo(b, y.gradient().mul(a.array())));
        });
  }
}
