package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = a + b}, b of the same shape, one row for all or one number; perhaps in a's place. */
public final class AddKernel implements Kernel {

  private final Value a;
  private final Value b;
  private final boolean oneRow;
  private final boolean inPlace;
  private final Floats left;
  private final Floats right;
  private final Floats sum;
  private final Floats leftGradient;
  private final Floats rightGradient;
  private final Floats sumGradient;
  private final Scratch scratch;

  public AddKernel(Value a, Value b, Value y) {
    this.a = a;
    this.b = b;
    inPlace = y.sharesStorageWith(a);
    left = Floats.of(a.array());
    right = Floats.of(b.array());
    oneRow = right.rows == 1 && !Arrays.equals(a.shape(), b.shape());
    sum = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    leftGradient = backward && a.wantsGradient() && !inPlace ? Floats.of(a.gradient()) : null;
    rightGradient = backward && b.wantsGradient() ? Floats.of(b.gradient()) : null;
    sumGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
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
      Functions.add(x, y, n);
      sum.write(row, 1, y);
    }
  }

  @Override
  public void backward() {
    if (rightGradient != null) {
      if (oneRow) {
        giveTotal(b.beta() == 1);
      } else {
        give(rightGradient, b.beta() == 1);
      }
    }
    if (leftGradient != null) {
      give(leftGradient, a.beta() == 1);
    }
  }

  private void give(Floats to, boolean add) {
    int n = sum.columns;
    float[] d = scratch.array(0, n);
    float[] old = scratch.array(1, n);
    for (int row = 0; row < sum.rows; row++) {
      sumGradient.read(row, 1, d);
      if (add) {
        to.read(row, 1, old);
        Functions.add(old, d, n);
      }
      to.write(row, 1, d);
    }
  }

  private void giveTotal(boolean add) {
    int n = sum.columns;
    float[] d = scratch.array(0, n);
    float[] total = scratch.array(1, n);
    Arrays.fill(total, 0, n, 0);
    for (int row = 0; row < sum.rows; row++) {
      sumGradient.read(row, 1, d);
      Functions.add(d, total, n);
    }
    rightGradient.writeTotal(total, n, add);
  }
}
