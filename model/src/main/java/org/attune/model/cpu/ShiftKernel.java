package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Shift;
import org.attune.model.program.Pass;

/**
 * Takes a row's later columns from an earlier row, with zeros before the sequence. If the later
 * columns start at the first, it shifts whole rows.
 */
final class ShiftKernel implements Kernel {

  private final int first;
  private final int offset;
  private final int length;
  private final Floats values;
  private final Floats shifted;
  private final Floats shiftedGradient;
  private final Sink<Floats> valueGradient;
  private final Scratch scratch;

  ShiftKernel(Shift primitive, Operands<Floats> at) {
    first = primitive.first();
    offset = primitive.offset();
    length = primitive.x().length();
    values = at.in(0);
    shifted = at.out();
    shiftedGradient = at.outGradient();
    valueGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      gather(values, i, i % length >= offset ? i - offset : -1, row);
      shifted.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      gather(shiftedGradient, i, i % length + offset < length ? i + offset : -1, row);
      Floats.give(valueGradient, i, 1, row);
    }
  }

  /**
   * Joins the first columns of row {@code own} to the later columns of row {@code other}; -1 gives
   * zeros.
   */
  private void gather(Floats from, int own, int other, float[] row) {
    from.read(own, 0, row, 0, first);
    if (other < 0) {
      Arrays.fill(row, first, from.columns, 0);
    } else {
      from.read(other, first, row, first, from.columns - first);
    }
  }
}
