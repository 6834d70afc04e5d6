package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Each group's columns, copied for each of its heads. */
public final class HeadRepeatKernel implements Kernel {

  private final Value x;
  private final int groups;
  private final int times;
  private final int width;
  private final Floats once;
  private final Floats repeated;
  private final Floats onceGradient;
  private final Floats repeatedGradient;
  private final Scratch scratch;

  public HeadRepeatKernel(Value x, int groups, int times, Value y) {
    this.x = x;
    this.groups = groups;
    this.times = times;
    width = x.columns() / groups;
    once = Floats.of(x.array());
    repeated = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    onceGradient = backward ? Floats.of(x.gradient()) : null;
    repeatedGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
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
    boolean add = x.beta() == 1;
    float[] sum = scratch.array(0, once.columns);
    float[] d = scratch.array(1, repeated.columns);
    for (int row = 0; row < once.rows; row++) {
      Arrays.fill(sum, 0, once.columns, 0);
      if (add) {
        onceGradient.read(row, 1, sum);
      }
      repeatedGradient.read(row, 1, d);
      for (int h = 0; h < groups * times; h++) {
        int group = h / times * width;
        for (int c = 0; c < width; c++) {
          sum[group + c] += d[h * width + c];
        }
      }
      onceGradient.write(row, 1, sum);
    }
  }
}
