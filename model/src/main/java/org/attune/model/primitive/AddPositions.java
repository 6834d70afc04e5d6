package org.attune.model.primitive;

import java.util.List;
import java.util.OptionalInt;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code y[b,t] = x[b,t] + table[t]}: learned positions.
 *
 * @param x (B·T, C)
 * @param table (at least T, C)
 */
public record AddPositions(Value x, Value table) implements Primitive {

  public AddPositions {
    if (table.rows() < x.length() || table.columns() != x.columns()) {
      throw new IllegalArgumentException(
          "Cannot add positions %s to sequences of %d rows of %s".formatted(table, x.length(), x));
    }
  }

  /** Adds row t of a table to row t of every sequence. */
  public static Value addPositions(Value x, Value table) {
    return Program.of(x).add(new AddPositions(x, table));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x, table);
  }

  @Override
  public int[] shape() {
    return x.shape();
  }

  @Override
  public boolean keeps(int argument) {
    return false;
  }

  @Override
  public OptionalInt overwrites() {
    return OptionalInt.of(0);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument table = at.in(1);
    Argument y = at.out();
    int batch = x.batch();
    int length = x.length();
    boolean inPlace = at.inPlace();
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        INDArray rows = Views.rows(table.array(), 0, length);
        for (int b = 0; b < batch; b++) {
          long from = (long) b * length;
          INDArray sum = Views.rows(x.array(), from, from + length).add(rows);
          Views.rows(y.array(), from, from + length).assign(sum);
        }
      }

      @Override
      public void backward() {
        if (table.wantsGradient()) {
          INDArray all =
              y.gradient().dup('c').reshape('c', batch, length, x.columns()).sum(false, 0);
          INDArray padded = Nd4j.create(table.array().dataType(), table.rows(), table.columns());
          Views.rows(padded, 0, length).assign(all);
          table.addGradient(padded);
        }
        if (x.wantsGradient() && !inPlace) {
          x.addGradient(y.gradient());
        }
      }
    };
  }
}
