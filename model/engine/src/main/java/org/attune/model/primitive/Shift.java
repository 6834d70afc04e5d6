package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.INDArrayIndex;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * Moves columns to later positions of their sequence: {@code y_tc = x_(t - offset)c} for the
 * columns {@code c >= first}, 0 where {@code t < offset}. The columns before {@code first} stay
 * unchanged.
 *
 * @param x (B·T, C)
 * @param first the first column that moves, in [0, C); 0 moves whole rows
 * @param offset number of positions, at least 0; from T on, the moved columns are all 0
 */
public record Shift(Value x, int first, int offset) implements KeepsNoInput, Unary {

  public Shift {
    if (first < 0 || first >= x.columns() || offset < 0) {
      throw new IllegalArgumentException(
          "Cannot shift columns from %d of %s by %d (at least 0)".formatted(first, x, offset));
    }
  }

  /** Moves each row {@code offset} positions later in its sequence: (B·T, C). */
  public static Value shift(Value x, int offset) {
    return shiftColumns(x, 0, offset);
  }

  /** Moves only the columns from {@code first} on, {@code offset} positions later: (B·T, C). */
  public static Value shiftColumns(Value x, int first, int offset) {
    return Program.of(x).add(new Shift(x, first, offset));
  }

  /** {@inheritDoc} The last {@code offset} rows, if whole rows move. */
  @Override
  public int remembers(int argument) {
    return first == 0 ? Math.min(offset, x.length()) : 0;
  }

  /** {@inheritDoc} The moved columns of the last {@code offset} rows, if only some columns move. */
  @Override
  public long state() {
    return first == 0 ? 0 : (long) (x.columns() - first) * Math.min(offset, x.length());
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int by = Math.min(offset, x.length());
    return Formula.of(
        pass -> y.array().assign(shifted(x.array(), 0, by)),
        () -> x.addGradient(shifted(y.gradient(), by, 0)));
  }

  /**
   * A copy whose columns from {@code first} on start, in each sequence, with {@code to} zeros, then
   * have what was at position {@code from} and later, and zeros to the end. {@code from} or {@code
   * to} is 0.
   */
  private INDArray shifted(INDArray rows, int from, int to) {
    int length = x.length();
    int moved = length - from - to;
    INDArray before = rows.dup('c').reshape('c', x.batch(), length, x.columns());
    INDArray after = before.dup('c');
    INDArrayIndex all = NDArrayIndex.all();
    INDArrayIndex columns = NDArrayIndex.interval(first, x.columns());
    after.get(all, all, columns).assign(0);
    if (moved > 0) {
      after
          .get(all, NDArrayIndex.interval(to, to + moved), columns)
          .assign(before.get(all, NDArrayIndex.interval(from, from + moved), columns));
    }
    return after.reshape('c', x.rows(), x.columns());
  }
}
