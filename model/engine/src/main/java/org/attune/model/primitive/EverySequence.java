package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * Repeats its rows in every sequence of the batch: {@code y[b, i] = x[i]}.
 *
 * @param x (rows, C), usually a parameter
 */
public record EverySequence(Value x) implements KeepsNoInput, Unary {

  /** Rows given to every sequence: (B·rows, C). */
  public static Value everySequence(Value x) {
    return Program.of(x).add(new EverySequence(x));
  }

  @Override
  public int[] shape() {
    return new int[] {x.batch() * x.rows(), x.columns()};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int batch = x.batch();
    return Formula.of(
        pass ->
            y.array()
                .assign(
                    x.array()
                        .dup('c')
                        .reshape('c', 1, (long) x.rows() * x.columns())
                        .repeat(0, batch)
                        .reshape('c', y.rows(), y.columns())),
        () ->
            x.addGradient(
                y.gradient()
                    .dup('c')
                    .reshape('c', batch, (long) x.rows() * x.columns())
                    .sum(false, 0)
                    .reshape('c', x.rows(), x.columns())));
  }
}
