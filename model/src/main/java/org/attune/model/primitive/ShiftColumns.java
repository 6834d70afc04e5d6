package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.INDArrayIndex;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * Moves the columns from {@code first} on {@code offset} positions later in their sequence, with
 * zeros for positions before it. The other columns stay unchanged.
 *
 * @param x (B·T, C)
 * @param first in [0, C)
 * @param offset at least 0
 */
public record ShiftColumns(Value x, int first, int offset) implements KeepsNoInput, Unary {

  public ShiftColumns {
    if (first < 0 || first >= x.columns() || offset < 0) {
      throw new IllegalArgumentException(
          "Cannot shift columns from %d of %s by %d".formatted(first, x, offset));
    }
  }

  /** Joins the shifted columns of earlier rows to the unshifted columns of the current rows. */
  public static Value shiftColumns(Value x, int first, int offset) {
    return Program.of(x).add(new ShiftColumns(x, first, offset));
  }

  /** {@inheritDoc} The moved columns of the rows that are still to come out. */
  @Override
  public long state() {
    return (long) (x.columns() - first) * Math.min(offset, x.length());
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int batch = x.batch();
    int length = x.length();
    int moved = Math.max(0, length - offset);
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(shifted(x.array(), 0, length - moved));
      }

      @Override
      public void backward() {
        x.addGradient(shifted(y.gradient(), length - moved, 0));
      }

      /** A copy whose later columns hold rows {@code [from, from + moved)} at row {@code to}. */
      private INDArray shifted(INDArray rows, int from, int to) {
        INDArray before = rows.dup('c').reshape('c', batch, length, x.columns());
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
    };
  }
}
