package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.HeadScale;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Multiplies each head of each row by its own number. */
final class HeadScaleKernel implements Kernel {

  private final int width;
  private final Floats rows;
  private final Floats numbers;
  private final Floats scaled;
  private final Sink<Floats> rowGradient;
  private final Sink<Floats> numberGradient;
  private final Floats scaledGradient;
  private final Scratch scratch;

  HeadScaleKernel(HeadScale primitive, Operands<Floats> at) {
    Value x = primitive.x();
    Value factors = primitive.factors();
    width = x.columns() / factors.columns();
    rows = at.in(0);
    numbers = at.in(1);
    scaled = at.out();
    rowGradient = at.sink(0);
    numberGradient = at.sink(1);
    scaledGradient = at.outGradient();
    scratch = new Scratch(at);
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
    float[] v = scratch.array(0, rows.columns);
    float[] s = scratch.array(1, numbers.columns);
    float[] d = scratch.array(2, rows.columns);
    float[] ds = scratch.array(3, numbers.columns);
    for (int row = 0; row < rows.rows; row++) {
      scaledGradient.read(row, 1, d);
      if (numberGradient.wanted()) {
        rows.read(row, 1, v);
        for (int h = 0; h < numbers.columns; h++) {
          ds[h] = ArrayMath.dot(v, d, h * width, (h + 1) * width);
        }
        Floats.give(numberGradient, row, 1, ds);
      }
      if (rowGradient.wanted()) {
        numbers.read(row, 1, s);
        scale(d, s);
        Floats.give(rowGradient, row, 1, d);
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
