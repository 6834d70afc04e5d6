package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Add;
import org.attune.model.program.Pass;

/**
 * {@code y = a + b}, optionally in a's place. b has a's shape, one row for all rows, or one number.
 */
final class AddKernel extends PairKernel {

  private final boolean oneRow;

  AddKernel(Add primitive, Operands<Floats> at) {
    super(at);
    oneRow = second.rows == 1 && !Arrays.equals(primitive.a().shape(), primitive.b().shape());
  }

  @Override
  public void forward(Pass pass) {
    int n = output.columns;
    float[] x = scratch.array(0, n);
    float[] y = scratch.array(1, n);
    if (oneRow) {
      second.readOneRow(x, n);
    }
    for (int row = 0; row < output.rows; row++) {
      if (!oneRow) {
        second.read(row, 1, x);
      }
      input.read(row, 1, y);
      ArrayMath.add(x, y, n);
      output.write(row, 1, y);
    }
  }

  @Override
  public void backward() {
    if (toSecond.wanted()) {
      if (oneRow) {
        giveTotal();
      } else {
        Floats.give(toSecond, gradient);
      }
    }
    if (toInput.wanted()) {
      Floats.give(toInput, gradient);
    }
  }

  private void giveTotal() {
    int n = output.columns;
    float[] d = scratch.array(0, n);
    float[] total = scratch.array(1, n);
    Arrays.fill(total, 0, n, 0);
    for (int row = 0; row < output.rows; row++) {
      gradient.read(row, 1, d);
      ArrayMath.add(d, total, n);
    }
    Floats.giveTotal(toSecond, total, n);
  }
}
