package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * The sum of each row of a matrix: {@code y_r = Σ_c x_rc}.
 *
 * @param x (B, H, rows, columns)
 */
public record RowTotals(Value x) implements KeepsNoInput, Unary {

  /** A column of sums: (B, H, rows, 1). */
  public static Value rowTotals(Value x) {
    return Program.of(x).add(new RowTotals(x));
  }

  @Override
  public int[] shape() {
    return new int[] {x.size(0), x.size(1), x.size(2), 1};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(x.array().sum(true, 3)),
        () -> x.addGradient(x.array().ulike().assign(0).addi(y.gradient())));
  }
}
