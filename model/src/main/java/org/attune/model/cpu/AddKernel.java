package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Add;
import org.attune.model.program.Pass;

/**
 * {@code y = a + b}, optionally in a's place. b has a's shape, one row for all rows, or one number.
 */
final class AddKernel implements Kernel {

  private final boolean oneRow;
  private final Floats left;
  private final Floats right;
  private final Floats sum;
  private final Sink<Floats> leftGradient;
  private final Sink<Floats> rightGradient;
  private final Floats sumGradient;
  private final Scratch scratch;

  AddKernel(Add primitive, Operands<Floats> at) {
    left = at.in(0);
    right = at.in(1);
    oneRow = right.rows == 1 && !Arrays.equals(primitive.a().shape(), primitive.b().shape());
    sum = at.out();
    leftGradient = at.sink(0);
    rightGradient = at.sink(1);
    sumGradient = at.outGradient();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    int n = sum.columns;
    float[] x = scratch.array(0, n);
    float[] y = scratch.array(1, n);
    if (oneRow) {
      right.readOneRow(x, n);
    }
    for (int row = 0; row < sum.rows; row++) {
      if (!oneRow) {
        right.read(row, 1, x);
      }
      left.read(row, 1, y);
      ArrayMath.add(x, y, n);
      sum.write(row, 1, y);
    }
  }

  @Override
  public void backward() {
    if (rightGradient.wanted()) {
      if (oneRow) {
        giveTotal();
      } else {
        Floats.give(rightGradient, sumGradient);
      }
    }
    if (leftGradient.wanted()) {
      Floats.give(leftGradient, sumGradient);
    }
  }

  private void giveTotal() {
    int n = sum.columns;
    float[] d = scratch.array(0, n);
    float[] total = scratch.array(1, n);
    Arrays.fill(total, 0, n, 0);
    for (int row = 0; row < sum.rows; row++) {
      sumGradient.read(row, 1, d);
      ArrayMath.add(d, total, n);
    }
    Floats.giveTotal(rightGradient, total, n);
  }
}
