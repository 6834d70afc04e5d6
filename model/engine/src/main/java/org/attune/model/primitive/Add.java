package org.attune.model.primitive;

import java.util.OptionalInt;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code y = a + b}. A dimension of size 1 in b is broadcast over a's: b may be a row, a column or
 * a number.
 *
 * @param a any shape
 * @param b the same number of dimensions; each size is a's or 1
 */
public record Add(Value a, Value b) implements KeepsNoInput {

  public Add {
    Broadcast.require(a, b);
  }

  /** {@code a + b}. */
  public static Value add(Value a, Value b) {
    return Program.of(a).add(new Add(a, b));
  }

  @Override
  public OptionalInt overwrites() {
    return OptionalInt.of(0);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument a = at.in(0);
    Argument b = at.in(1);
    Argument y = at.out();
    return Formula.of(
        pass -> y.array().assign(a.array().add(b.array())),
        () -> {
          b.addGradient(() -> Broadcast.sumTo(b, y.gradient()));
          a.addGradient(y::gradient);
        });
  }
}
