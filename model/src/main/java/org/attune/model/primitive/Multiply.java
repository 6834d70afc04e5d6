package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code y = a * b}, element by element. A dimension of size 1 in b is broadcast over a's.
 *
 * @param a any shape
 * @param b the same number of dimensions; each size is a's or 1
 */
public record Multiply(Value a, Value b) implements Primitive {

  public Multiply {
    Broadcast.require(a, b);
  }

  /** {@code a * b}. */
  public static Value multiply(Value a, Value b) {
    return Program.of(a).add(new Multiply(a, b));
  }

  @Override
  public List<Value> inputs() {
    return List.of(a, b);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument a = at.in(0);
    Argument b = at.in(1);
    Argument y = at.out();
    return Formula.of(
        pass -> y.array().assign(a.array().mul(b.array())),
        () -> {
          if (a.wantsGradient()) {
            a.addGradient(y.gradient().mul(b.array()));
          }
          if (b.wantsGradient()) {
            b.addGradient(Broadcast.sumTo(b, y.gradient().mul(a.array())));
          }
        });
  }
}
