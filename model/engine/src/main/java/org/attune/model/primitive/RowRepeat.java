package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * Repeats each row {@code times} times in succession. It gives a sequence's summary to each of its
 * queries.
 *
 * @param x (B, C)
 */
public record RowRepeat(Value x, int times) implements KeepsNoInput, Unary {

  /** Rows repeated: (B·times, C). */
  public static Value rowRepeat(Value x, int times) {
    return Program.of(x).add(new RowRepeat(x, times));
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows() * times, x.columns()};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(x.array().dup('c').repeat(0, times)),
        () ->
            x.addGradient(
                y.gradient().dup('c').reshape('c', x.rows(), times, x.columns()).sum(false, 1)));
  }
}
