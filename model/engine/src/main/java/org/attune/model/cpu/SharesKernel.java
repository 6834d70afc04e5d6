package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Shares;
import org.attune.model.program.Pass;

/** {@link Shares}, matrix by matrix; the forward pass keeps the column sums. */
final class SharesKernel extends CpuKernel {

  private final int count; // number of matrices
  private final int n;
  private final int columns;
  private final Floats sums;

  SharesKernel(Shares p, Operands<Floats> at) {
    super(at);
    n = p.x().size(2);
    columns = p.x().size(3);
    count = output.rows / n;
    sums = at.keepForAdjoint((long) count * columns).sharing(0, count, columns, columns);
  }

  @Override
  public void forward(Pass pass) {
    float[] x = scratch.array(0, columns);
    float[] sum = scratch.array(1, columns);
    for (int m = 0; m < count; m++) {
      Arrays.fill(sum, 0, columns, 0);
      for (int i = 0; i < n; i++) {
        input.read(m * n + i, 1, x);
        ArrayMath.add(x, sum, columns);
      }
      requireMembers(sum);
      sums.write(m, 1, sum);
      for (int i = 0; i < n; i++) {
        input.read(m * n + i, 1, x);
        divide(x, sum);
        output.write(m * n + i, 1, x);
      }
    }
  }

  private void requireMembers(float[] sum) {
    for (int c = 0; c < columns; c++) {
      if (sum[c] == 0) {
        throw Shares.withoutMembers();
      }
    }
  }

  @Override
  public void backward() {
    float[] y = scratch.array(0, columns);
    float[] d = scratch.array(1, columns);
    float[] mean = scratch.array(2, columns);
    float[] sum = scratch.array(3, columns);
    for (int m = 0; m < count; m++) {
      Arrays.fill(mean, 0, columns, 0);
      for (int i = 0; i < n; i++) {
        output.read(m * n + i, 1, y);
        gradient.read(m * n + i, 1, d);
        ArrayMath.addProduct(y, d, mean, columns);
      }
      sums.read(m, 1, sum);
      for (int i = 0; i < n; i++) {
        gradient.read(m * n + i, 1, d);
        for (int c = 0; c < columns; c++) {
          d[c] -= mean[c];
        }
        divide(d, sum);
        Floats.give(toInput, m * n + i, 1, d);
      }
    }
  }

  private void divide(float[] x, float[] by) {
    for (int c = 0; c < columns; c++) {
      x[c] /= by[c];
    }
  }
}
