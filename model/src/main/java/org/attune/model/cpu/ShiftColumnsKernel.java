package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Rows whose columns from some one on come from an earlier row, zero before the sequence; from the
 * first column on, whole rows.
 */
public final class ShiftColumnsKernel implements Kernel {

  private final int first;
  private final int offset;
  private final int length;
  private final Floats values;
  private final Floats shifted;
  private final Floats shiftedGradient;
  private final GradientRows valueGradient;
  private final Scratch scratch;

  public ShiftColumnsKernel(Value x, int first, int offset, Value y) {
    this.first = first;
    this.offset = offset;
    length = x.length();
    values = Floats.of(x.array());
    shifted = Floats.of(y.array());
    shiftedGradient = y.gradient() == null ? null : Floats.of(y.gradient());
    valueGradient = new GradientRows(x, y);
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      gather(values, i, i % length >= offset ? i - offset : -1, row);
      shifted.write(i * shifted.stride, row, 0, values.columns);
    }
  }

  @Override
  public void backward() {
    valueGradient.start();
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      gather(shiftedGradient, i, i % length + offset < length ? i + offset : -1, row);
      valueGradient.give(i, row);
    }
  }

  /** The first columns of one row beside the later ones of another, or zeros if that is -1. */
  private void gather(Floats from, int own, int other, float[] row) {
    from.read(own * from.stride, row, 0, first);
    if (other < 0) {
      Arrays.fill(row, first, from.columns, 0);
    } else {
      from.read(other * from.stride + first, row, first, from.columns - first);
    }
  }
}
