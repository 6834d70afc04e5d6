package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * Reshapes a matrix, row by row, to rows of another length: images to pixels, and back.
 *
 * @param x (N, C), whose numbers fill whole new rows in each sequence
 * @param columns of a new row
 */
public record Regroup(Value x, int columns) implements KeepsNoInput, Unary {

  public Regroup {
    if (columns < 1 || (long) x.length() * x.columns() % columns != 0) {
      throw new IllegalArgumentException("Cannot lay %s in rows of %d".formatted(x, columns));
    }
  }

  /** (N·C / columns, columns). */
  public static Value regroup(Value x, int columns) {
    return Program.of(x).add(new Regroup(x, columns));
  }

  /** Joins the rows of each sequence into one row, in order: (B, T·C). */
  public static Value flatten(Value x) {
    return regroup(x, x.length() * x.columns());
  }

  @Override
  public int[] shape() {
    return new int[] {Math.toIntExact((long) x.rows() * x.columns() / columns), columns};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> y.array().assign(x.array().dup('c').reshape('c', y.rows(), y.columns())),
        () -> x.addGradient(y.gradient().dup('c').reshape('c', x.rows(), x.columns())));
  }
}
