package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.HeadRepeat;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Each group's columns, copied for each of its heads. */
final class HeadRepeatKernel implements Kernel {

  private final int groups;
  private final int times;
  private final int width;
  private final Floats once;
  private final Floats repeated;
  private final Sink<Floats> onceGradient;
  private final Floats repeatedGradient;
  private final Scratch scratch;

  HeadRepeatKernel(HeadRepeat primitive, Operands<Floats> at) {
    Value x = primitive.x();
    this.groups = primitive.groups();
    this.times = primitive.times();
    width = x.columns() / primitive.groups();
    once = at.in(0);
    repeated = at.out();
    onceGradient = at.sink(0);
    repeatedGradient = at.outGradient();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] from = scratch.array(0, once.columns);
    float[] to = scratch.array(1, repeated.columns);
    for (int row = 0; row < once.rows; row++) {
      once.read(row, 1, from);
      for (int h = 0; h < groups * times; h++) {
        System.arraycopy(from, h / times * width, to, h * width, width);
      }
      repeated.write(row, 1, to);
    }
  }

  @Override
  public void backward() {
    float[] sum = scratch.array(0, once.columns);
    float[] d = scratch.array(1, repeated.columns);
    for (int row = 0; row < once.rows; row++) {
      Arrays.fill(sum, 0, once.columns, 0);
      repeatedGradient.read(row, 1, d);
      for (int h = 0; h < groups * times; h++) {
        int group = h / times * width;
        for (int c = 0; c < width; c++) {
          sum[group + c] += d[h * width + c];
        }
      }
      Floats.give(onceGradient, row, 1, sum);
    }
  }
}
