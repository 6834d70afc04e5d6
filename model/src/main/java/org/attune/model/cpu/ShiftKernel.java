package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y[b,t] = x[b,t-offset]}, zero before the sequence. */
public final class ShiftKernel implements Kernel {

  private final Value x;
  private final int offset;
  private final int length;
  private final Floats values;
  private final Floats shifted;
  private final Floats valueGradient;
  private final Floats shiftedGradient;
  private final Scratch scratch;

  public ShiftKernel(Value x, int offset, Value y) {
    this.x = x;
    this.offset = offset;
    length = x.length();
    values = Floats.of(x.array());
    shifted = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    valueGradient = backward ? Floats.of(x.gradient()) : null;
    shiftedGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    int n = values.columns;
    float[] row = scratch.array(0, n);
    for (int i = 0; i < values.rows; i++) {
      if (i % length < offset) {
        Arrays.fill(row, 0, n, 0);
      } else {
        values.read((i - offset) * values.stride, row, 0, n);
      }
      shifted.write(i * shifted.stride, row, 0, n);
    }
  }

  @Override
  public void backward() {
    boolean add = x.beta() == 1;
    int n = values.columns;
    float[] row = scratch.array(0, n);
    float[] old = scratch.array(1, n);
    for (int i = 0; i < values.rows; i++) {
      if (i % length + offset < length) {
        shiftedGradient.read((i + offset) * shiftedGradient.stride, row, 0, n);
      } else {
        Arrays.fill(row, 0, n, 0);
      }
      if (add) {
        valueGradient.read(i * valueGradient.stride, old, 0, n);
        Functions.add(old, row, n);
      }
      valueGradient.write(i * valueGradient.stride, row, 0, n);
    }
  }
}
