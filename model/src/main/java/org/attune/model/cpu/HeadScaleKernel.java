package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Each head of each row times a number of its own. */
public final class HeadScaleKernel implements Kernel {

  private final Value x;
  private final Value factors;
  private final int width;
  private final Floats rows;
  private final Floats numbers;
  private final Floats scaled;
  private final Floats rowGradient;
  private final Floats numberGradient;
  private final Floats scaledGradient;
  private final Scratch scratch;

  public HeadScaleKernel(Value x, Value factors, Value y) {
    this.x = x;
    this.factors = factors;
    width = x.columns() / factors.columns();
    rows = Floats.of(x.array());
    numbers = Floats.of(factors.array());
    scaled = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    rowGradient = backward && x.wantsGradient() ? Floats.of(x.gradient()) : null;
    numberGradient = backward && factors.wantsGradient() ? Floats.of(factors.gradient()) : null;
    scaledGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    float[] v = scratch.array(0, rows.columns);
    float[] s = scratch.array(1, numbers.columns);
    for (int row = 0; row < rows.rows; row++) {
      rows.read(row, 1, v);
      numbers.read(row, 1, s);
      scale(v, s);
      scaled.write(row, 1, v);
    }
  }

  @Override
  public void backward() {
    boolean addRows = rowGradient != null && x.beta() == 1;
    boolean addNumbers = numberGradient != null && factors.beta() == 1;
    float[] v = scratch.array(0, rows.columns);
    float[] s = scratch.array(1, numbers.columns);
    float[] d = scratch.array(2, rows.columns);
    float[] ds = scratch.array(3, numbers.columns);
    for (int row = 0; row < rows.rows; row++) {
      scaledGradient.read(row, 1, d);
      if (numberGradient != null) {
        rows.read(row, 1, v);
        for (int h = 0; h < numbers.columns; h++) {
          ds[h] = Functions.dot(v, d, h * width, (h + 1) * width);
        }
        if (addNumbers) {
          numberGradient.read(row, 1, s);
          Functions.add(s, ds, numbers.columns);
        }
        numberGradient.write(row, 1, ds);
      }
      if (rowGradient != null) {
        numbers.read(row, 1, s);
        scale(d, s);
        if (addRows) {
          rowGradient.read(row, 1, v);
          Functions.add(v, d, rows.columns);
        }
        rowGradient.write(row, 1, d);
      }
    }
  }

  private void scale(float[] v, float[] s) {
    for (int h = 0; h < numbers.columns; h++) {
      float factor = s[h];
      for (int c = h * width; c < (h + 1) * width; c++) {
        v[c] *= factor;
      }
    }
  }
}
