package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code y = f(gate) * x}, element by element: a gate over attention's output, or one half of
 * SwiGLU.
 *
 * @param function f
 * @param gate the gate's argument, of x's shape
 * @param x the gated values
 */
public record Gated(Pointwise function, Value gate, Value x) implements Binary {

  public Gated {
    if (!java.util.Arrays.equals(gate.shape(), x.shape())) {
      throw new IllegalArgumentException("Cannot gate %s by %s".formatted(x, gate));
    }
  }

  /** {@code f(gate) * x}. */
  public static Value gated(Pointwise function, Value gate, Value x) {
    return Program.of(x).add(new Gated(function, gate, x));
  }

  @Override
  public int[] shape() {
    return x.shape();
  }

  @Override
  public Formula formula(Argument gate, Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(function.value(gate.array().dup('c')).muli(x.array())),
        () -> {
          x.addGradient(() -> function.value(gate.array().dup('c')).muli(y.gradient()));
          gate.addGradient(
              () -> function.slope(gate.array().dup('c')).muli(x.array()).muli(y.gradient()));
        });
  }
}
