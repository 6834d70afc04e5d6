package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * Rows {@code [from, to)} of each sequence, such as its context or its queries.
 *
 * @param x (B·T, C)
 */
public record RowRange(Value x, int from, int to) implements KeepsNoInput, Unary {

  public RowRange {
    if (from < 0 || to > x.length() || from >= to) {
      throw new IllegalArgumentException(
          "Invalid rows [%d, %d) of sequences of %d in %s".formatted(from, to, x.length(), x));
    }
  }

  /** A range of rows of each sequence: (B·(to - from), C). */
  public static Value rowRange(Value x, int from, int to) {
    return Program.of(x).add(new RowRange(x, from, to));
  }

  @Override
  public int[] shape() {
    return new int[] {x.batch() * (to - from), x.columns()};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int batch = x.batch();
    int length = x.length();
    int columns = x.columns();
    return Formula.of(
        pass -> {
          INDArray all = x.array().dup('c').reshape('c', batch, length, columns);
          y.array().assign(part(all).dup('c').reshape('c', y.rows(), columns));
        },
        () -> {
          INDArray all = Nd4j.zeros(x.array().dataType(), batch, length, columns);
          part(all).assign(y.gradient().dup('c').reshape('c', batch, to - from, columns));
          x.addGradient(all.reshape('c', x.rows(), columns));
        });
  }

  private INDArray part(INDArray all) {
    return all.get(NDArrayIndex.all(), NDArrayIndex.interval(from, to), NDArrayIndex.all());
  }
}
