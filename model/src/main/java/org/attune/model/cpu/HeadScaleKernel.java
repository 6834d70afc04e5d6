package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.HeadScale;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Multiplies each head of each row by its own number. */
final class HeadScaleKernel extends CpuKernel {

  private final int width;

  HeadScaleKernel(HeadScale primitive, Operands<Floats> at) {
    super(at);
    Value x = primitive.x();
    Value factors = primitive.factors();
    width = x.columns() / factors.columns();
  }

  @Override
  public void forward(Pass pass) {
    float[] v = scratch.array(0, input.columns);
    float[] s = scratch.array(1, second.columns);
    for (int row = 0; row < input.rows; row++) {
      input.read(row, 1, v);
      second.read(row, 1, s);
      scale(v, s);
      output.write(row, 1, v);
    }
  }

  @Override
  public void backward() {
    float[] v = scratch.array(0, input.columns);
    float[] s = scratch.array(1, second.columns);
    float[] d = scratch.array(2, input.columns);
    float[] ds = scratch.array(3, second.columns);
    for (int row = 0; row < input.rows; row++) {
      gradient.read(row, 1, d);
      if (toSecond.wanted()) {
        input.read(row, 1, v);
        for (int h = 0; h < second.columns; h++) {
          ds[h] = ArrayMath.dot(v, d, h * width, (h + 1) * width);
        }
        Floats.give(toSecond, row, 1, ds);
      }
      if (toInput.wanted()) {
        second.read(row, 1, s);
        scale(d, s);
        Floats.give(toInput, row, 1, d);
      }
    }
  }

  private void scale(float[] v, float[] s) {
    for (int h = 0; h < second.columns; h++) {
      float factor = s[h];
      for (int c = h * width; c < (h + 1) * width; c++) {
        v[c] *= factor;
      }
    }
  }
}
