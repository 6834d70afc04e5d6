package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Shift;
import org.attune.model.program.Pass;

/**
 * Takes a row's later columns from an earlier row, with zeros before the sequence. If the later
 * columns start at the first, it shifts whole rows.
 */
final class ShiftKernel extends CpuKernel {

  private final int first;
  private final int offset;
  private final int length;

  ShiftKernel(Shift primitive, Operands<Floats> at) {
    super(at);
    first = primitive.first();
    offset = primitive.offset();
    length = primitive.x().length();
  }

  @Override
  public void forward(Pass pass) {
    float[] row = scratch.array(0, input.columns);
    for (int i = 0; i < input.rows; i++) {
      gather(input, i, i % length >= offset ? i - offset : -1, row);
      output.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    float[] row = scratch.array(0, input.columns);
    for (int i = 0; i < input.rows; i++) {
      gather(gradient, i, i % length + offset < length ? i + offset : -1, row);
      Floats.give(toInput, i, 1, row);
    }
  }

  /** Joins the first columns of a row to the later columns of another; -1 gives zeros. */
  private void gather(Floats from, int firstRow, int laterRow, float[] row) {
    from.read(firstRow, 0, row, 0, first);
    if (laterRow < 0) {
      Arrays.fill(row, first, from.columns, 0);
    } else {
      from.read(laterRow, first, row, first, from.columns - first);
    }
  }
}
