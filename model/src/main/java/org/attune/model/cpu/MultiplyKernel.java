package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = a * b} for operands of one shape. */
public final class MultiplyKernel implements Kernel {

  private final Value a;
  private final Value b;
  private final Floats aValues;
  private final Floats bValues;
  private final Floats yValues;
  private final Floats aGradient;
  private final Floats bGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private final int chunkRows;

  public MultiplyKernel(Value a, Value b, Value y) {
    this.a = a;
    this.b = b;
    aValues = Floats.of(a.array());
    bValues = Floats.of(b.array());
    yValues = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    aGradient = backward && a.wantsGradient() ? Floats.of(a.gradient()) : null;
    bGradient = backward && b.wantsGradient() ? Floats.of(b.gradient()) : null;
    yGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
    chunkRows = Scratch.rows(yValues.columns);
  }

  @Override
  public void forward(Pass pass) {
    int size = chunkRows * yValues.columns;
    float[] x = scratch.array(0, size);
    float[] z = scratch.array(1, size);
    for (int row = 0; row < yValues.rows; row += chunkRows) {
      int rows = Math.min(chunkRows, yValues.rows - row);
      aValues.read(row, rows, x);
      bValues.read(row, rows, z);
      Functions.multiply(x, z, rows * yValues.columns);
      yValues.write(row, rows, z);
    }
  }

  @Override
  public void backward() {
    if (aGradient != null) {
      share(bValues, a, aGradient);
    }
    if (bGradient != null) {
      share(aValues, b, bGradient);
    }
  }

  private void share(Floats other, Value value, Floats gradient) {
    boolean add = value.beta() == 1;
    int size = chunkRows * yValues.columns;
    float[] x = scratch.array(0, size);
    float[] d = scratch.array(1, size);
    for (int row = 0; row < yValues.rows; row += chunkRows) {
      int rows = Math.min(chunkRows, yValues.rows - row);
      int n = rows * yValues.columns;
      other.read(row, rows, x);
      yGradient.read(row, rows, d);
      Functions.multiply(x, d, n);
      if (add) {
        gradient.read(row, rows, x);
        Functions.add(x, d, n);
      }
      gradient.write(row, rows, d);
    }
  }
}
