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
 * {@code y[b,t] = x[b,t-offset]}, and zero for positions before the sequence.
 *
 * @param x (B·T, C)
 * @param offset at least 0
 */
public record Shift(Value x, int offset) implements KeepsNoInput, Unary {

  public Shift {
    if (offset < 0) {
      throw new IllegalArgumentException("Invalid offset: " + offset + " (at least 0)");
    }
  }

  /** Moves each row {@code offset} positions later in its sequence. */
  public static Value shift(Value x, int offset) {
    return Program.of(x).add(new Shift(x, offset));
  }

  /** {@inheritDoc} The rows that are still to come out. */
  @Override
  public int remembers(int argument) {
    return Math.min(offset, x.length());
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int batch = x.batch();
    int length = x.length();
    int moved = Math.max(0, length - offset);
    INDArrayIndex all = NDArrayIndex.all();
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(0);
        if (moved > 0) {
          INDArray from = sequences(x.array().dup('c'));
          INDArray to = from.ulike().assign(0);
          to.get(all, NDArrayIndex.interval(length - moved, length), all)
              .assign(from.get(all, NDArrayIndex.interval(0, moved), all));
          y.array().assign(to.reshape('c', x.rows(), x.columns()));
        }
      }

      @Override
      public void backward() {
        INDArray from = sequences(y.gradient().dup('c'));
        INDArray to = from.ulike().assign(0);
        if (moved > 0) {
          to.get(all, NDArrayIndex.interval(0, moved), all)
              .assign(from.get(all, NDArrayIndex.interval(length - moved, length), all));
        }
        x.addGradient(to.reshape('c', x.rows(), x.columns()));
      }

      private INDArray sequences(INDArray rows) {
        return rows.reshape('c', batch, length, x.columns());
      }
    };
  }
}
