package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.HeadDifference;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_h = a_h - factor a_(h + H/2)} for the first half of the heads. */
final class HeadDifferenceKernel extends PairKernel {

  private static final Spans SPANS = Lanes.spans();

  private final int half; // rows of half of a sequence's heads

  HeadDifferenceKernel(HeadDifference primitive, Operands<Floats> at) {
    super(at);
    Value weights = primitive.weights();
    half = weights.size(1) / 2 * weights.size(2);
  }

  /** The first half's row that gives a row of the difference. */
  private int first(int row) {
    return row / half * 2 * half + row % half;
  }

  @Override
  public void forward(Pass pass) {
    int n = output.columns;
    float lambda = second.at(0, 0);
    float[] a = scratch.array(0, n);
    float[] b = scratch.array(1, n);
    for (int row = 0; row < output.rows; row++) {
      input.read(first(row), 1, a);
      input.read(first(row) + half, 1, b);
      SPANS.addScaled(-lambda, b, 0, a, 0, n);
      output.write(row, 1, a);
    }
  }

  @Override
  public void backward() {
    int n = output.columns;
    float lambda = second.at(0, 0);
    float[] d = scratch.array(0, n);
    float[] b = scratch.array(1, n);
    double slope = 0;
    for (int row = 0; row < output.rows; row++) {
      gradient.read(row, 1, d);
      if (toSecond.wanted()) {
        input.read(first(row) + half, 1, b);
        slope -= ArrayMath.dot(d, b, 0, n);
      }
      if (toInput.wanted()) {
        Arrays.fill(b, 0, n, 0);
        SPANS.addScaled(-lambda, d, 0, b, 0, n);
        Floats.give(toInput, first(row), 1, d);
        Floats.give(toInput, first(row) + half, 1, b);
      }
    }
    if (toSecond.wanted()) {
      Floats.give(toSecond, (float) slope);
    }
  }
}
