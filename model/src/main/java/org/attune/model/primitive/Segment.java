package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Each set's own matrix, cut from its row of numbers.
 *
 * @param x (B, numbers)
 * @param from the matrix's first number
 * @param rows of the matrix
 * @param columns of the matrix
 */
public record Segment(Value x, int from, int rows, int columns) implements KeepsNoInput, Unary {

  public Segment {
    if (from < 0 || from + rows * columns > x.columns()) {
      throw new IllegalArgumentException(
          "Cannot take %d x %d numbers from the %d-th of %s".formatted(rows, columns, from, x));
    }
  }

  /** One matrix per set: (B, 1, rows, columns). */
  public static Value segment(Value x, int from, int rows, int columns) {
    return Program.of(x).add(new Segment(x, from, rows, columns));
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), 1, rows, columns};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int to = from + rows * columns;
    return Formula.of(
        pass -> {
          INDArray numbers = Views.columns(x.array(), from, to).dup('c');
          y.array().assign(numbers.reshape('c', x.rows(), 1, rows, columns));
        },
        () -> {
          INDArray all = Nd4j.zeros(x.array().dataType(), x.rows(), x.columns());
          Views.columns(all, from, to)
              .assign(y.gradient().dup('c').reshape('c', x.rows(), to - from));
          x.addGradient(all);
        });
  }
}
