package org.attune.model.cpu;

import org.attune.model.primitive.Sign;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Signs, +1 at zero; their gradient passes as it is, or where |x| is at most 1. */
public final class SignKernel implements Kernel {

  private final Value x;
  private final boolean clipped;
  private final Floats values;
  private final Floats signs;
  private final Floats valueGradient;
  private final Floats signGradient;
  private final Scratch scratch;

  public SignKernel(Value x, boolean clipped, Value y) {
    this.x = x;
    this.clipped = clipped;
    values = Floats.of(x.array());
    signs = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    valueGradient = backward ? Floats.of(x.gradient()) : null;
    signGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    int n = values.columns;
    float[] row = scratch.array(0, n);
    for (int i = 0; i < values.rows; i++) {
      values.read(i, 1, row);
      for (int c = 0; c < n; c++) {
        row[c] = row[c] >= 0 ? 1 : -1;
      }
      signs.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    boolean add = x.beta() == 1;
    int n = values.columns;
    float[] row = scratch.array(0, n);
    float[] d = scratch.array(1, n);
    for (int i = 0; i < values.rows; i++) {
      signGradient.read(i, 1, d);
      if (clipped) {
        values.read(i, 1, row);
        for (int c = 0; c < n; c++) {
          d[c] = Math.abs(row[c]) <= Sign.EDGE ? d[c] : 0;
        }
      }
      if (add) {
        valueGradient.read(i, 1, row);
        Functions.add(row, d, n);
      }
      valueGradient.write(i, 1, d);
    }
  }
}
