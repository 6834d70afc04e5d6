package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.program.Pass;

/** {@code y = g * x / rms(x)} over groups of columns; the forward pass keeps x / rms(x). */
final class RmsNormKernel extends PairKernel {

  private static final Spans SPANS = Lanes.spans();

  private final float epsilon;
  private final int groups;
  private final int width; // of a group
  private final boolean keeps;
  private final float[] units; // group after group, row after row; one group if nothing is kept
  private final float[] inverses; // one per unit vector
  private final float[] gainSums;

  RmsNormKernel(RmsNorm primitive, Operands<Floats> at) {
    super(at);
    epsilon = (float) primitive.epsilon();
    keeps = at.backward();
    groups = primitive.groups();
    width = input.columns / groups;
    long count = keeps ? (long) input.rows * groups : 1;
    units = at.keepForAdjoint(count * width).data;
    inverses = at.keepForAdjoint(count).data;
    gainSums = new float[width];
  }

  @Override
  public void forward(Pass pass) {
    for (int row = 0; row < input.rows; row++) {
      for (int group = 0; group < groups; group++) {
        int x = input.row(row) + group * width;
        int y = output.row(row) + group * width;
        int i = keeps ? row * groups + group : 0;
        float square = SPANS.dot(input.data, x, input.data, x, width) / width;
        inverses[i] = (float) (1 / Math.sqrt(square + epsilon));
        SPANS.scale(inverses[i], input.data, x, units, i * width, width);
        SPANS.product(units, i * width, second.data, second.start, output.data, y, width);
      }
    }
  }

  @Override
  public void backward() {
    Arrays.fill(gainSums, 0);
    for (int row = 0; row < input.rows; row++) {
      for (int group = 0; group < groups; group++) {
        backward(row, group);
      }
    }
    if (toSecond.wanted()) {
      Floats.give(toSecond, 0, 1, gainSums);
    }
  }

  /** {@code dx = (du - unit mean(du unit)) / rms(x)} with du = g dy. */
  private void backward(int row, int group) {
    int d = gradient.row(row) + group * width;
    int i = row * groups + group;
    int u = i * width;
    float[] dy = gradient.data;
    float[] gain = second.data;
    int gainAt = second.start;
    if (toSecond.wanted()) {
      SPANS.addProduct(dy, d, units, u, gainSums, 0, width);
    }
    if (toInput.wanted()) {
      Floats dx = toInput.buffer();
      float along = SPANS.dotOfThree(dy, d, gain, gainAt, units, u, width) / width;
      float inverse = inverses[i];
      int x = dx.row(row) + group * width;
      boolean adds = toInput.adds();
      SPANS.across(inverse, along, units, u, dy, d, gain, gainAt, dx.data, x, adds, width);
    }
  }
}
