package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.program.Pass;

/** {@code y = g * x / rms(x)} over groups of columns; the forward pass keeps x / rms(x). */
final class RmsNormKernel implements Kernel {

  private static final Spans SPANS = Lanes.spans();

  private final float epsilon;
  private final Floats xValues;
  private final Floats gain;
  private final Floats yValues;
  private final Sink<Floats> xGradient;
  private final Sink<Floats> gainGradient;
  private final Floats yGradient;
  private final int groups;
  private final int width; // of a group
  private final boolean keeps;
  private final float[] units; // group after group, row after row; one group if nothing is kept
  private final float[] inverses; // one per unit vector
  private final float[] gainSums;

  RmsNormKernel(RmsNorm primitive, Operands<Floats> at) {
    epsilon = (float) primitive.epsilon();
    xValues = at.in(0);
    gain = at.in(1);
    yValues = at.out();
    keeps = at.backward();
    xGradient = at.sink(0);
    gainGradient = at.sink(1);
    yGradient = at.outGradient();
    groups = primitive.groups();
    width = xValues.columns / groups;
    long count = keeps ? (long) xValues.rows * groups : 1;
    units = at.keepForAdjoint(count * width).data;
    inverses = at.keepForAdjoint(count).data;
    gainSums = new float[width];
  }

  @Override
  public void forward(Pass pass) {
    for (int row = 0; row < xValues.rows; row++) {
      for (int group = 0; group < groups; group++) {
        int x = xValues.row(row) + group * width;
        int y = yValues.row(row) + group * width;
        int i = keeps ? row * groups + group : 0;
        float square = SPANS.dot(xValues.data, x, xValues.data, x, width) / width;
        inverses[i] = (float) (1 / Math.sqrt(square + epsilon));
        SPANS.scale(inverses[i], xValues.data, x, units, i * width, width);
        SPANS.product(units, i * width, gain.data, gain.start, yValues.data, y, width);
      }
    }
  }

  @Override
  public void backward() {
    Arrays.fill(gainSums, 0);
    for (int row = 0; row < xValues.rows; row++) {
      for (int group = 0; group < groups; group++) {
        backward(row, group);
      }
    }
    if (gainGradient.wanted()) {
      Floats.give(gainGradient, 0, 1, gainSums);
    }
  }

  /** {@code dx = (du - unit mean(du unit)) / rms(x)} with du = g dy. */
  private void backward(int row, int group) {
    int d = yGradient.row(row) + group * width;
    int i = row * groups + group;
    int u = i * width;
    if (gainGradient.wanted()) {
      SPANS.addProduct(yGradient.data, d, units, u, gainSums, 0, width);
    }
    if (xGradient.wanted()) {
      Floats dx = xGradient.buffer();
      float along =
          SPANS.dotOfThree(yGradient.data, d, gain.data, gain.start, units, u, width) / width;
      SPANS.across(
          inverses[i],
          along,
          units,
          u,
          yGradient.data,
          d,
          gain.data,
          gain.start,
          dx.data,
          dx.row(row) + group * width,
          xGradient.adds(),
          width);
    }
  }
}
