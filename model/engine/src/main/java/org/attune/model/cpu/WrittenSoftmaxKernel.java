package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.WrittenSoftmax;
import org.attune.model.program.Pass;

/** {@link WrittenSoftmax} in float32. */
final class WrittenSoftmaxKernel extends PairKernel {

  private final int heads;
  private final int length;

  WrittenSoftmaxKernel(WrittenSoftmax primitive, Operands<Floats> at) {
    super(at);
    heads = primitive.scores().size(1);
    length = primitive.scores().size(2);
  }

  @Override
  public void forward(Pass pass) {
    float[] perKey = scratch.array(0, length);
    float[] x = scratch.array(1, length);
    float[] shown = scratch.array(2, length);
    for (int row = 0; row < input.rows; row++) {
      int query = row % length;
      if (query == 0) {
        read(row / length / heads, row / length % heads, perKey);
        for (int j = 0; j < length; j++) {
          perKey[j] = pass.training() ? logSigmoid(perKey[j]) : perKey[j] >= 0 ? 1 : 0;
        }
      }
      input.read(row, 1, x);
      if (pass.training()) {
        ArrayMath.add(perKey, x, query + 1);
        SoftmaxRow.forward(x, query + 1);
      } else {
        System.arraycopy(perKey, 0, shown, 0, query);
        shown[query] = 1;
        SoftmaxRow.forward(x, shown, query + 1);
      }
      Arrays.fill(x, query + 1, length, 0);
      output.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    float[] a = scratch.array(0, length);
    float[] d = scratch.array(1, length);
    float[] total = scratch.array(2, length);
    for (int row = 0; row < input.rows; row++) {
      if (row % length == 0) {
        Arrays.fill(total, 0, length, 0);
      }
      output.read(row, 1, a);
      gradient.read(row, 1, d);
      SoftmaxRow.backward(a, d, length);
      ArrayMath.add(d, total, length);
      if (toInput.wanted()) {
        Floats.give(toInput, row, 1, d);
      }
      if (toSecond.wanted() && row % length == length - 1) {
        give(row / length / heads, row / length % heads, total, a);
      }
    }
  }

  /** Reads a head's number for each key. */
  private void read(int sequence, int head, float[] to) {
    for (int j = 0; j < length; j++) {
      to[j] = second.at(sequence * length + j, head);
    }
  }

  /** Uses the slope of log sigmoid(z), which is sigmoid(-z). */
  private void give(int sequence, int head, float[] total, float[] z) {
    read(sequence, head, z);
    Floats to = toSecond.buffer();
    for (int j = 0; j < length; j++) {
      int row = sequence * length + j;
      float slope = total[j] * PointwiseFunctions.sigmoid(-z[j]);
      to.at(row, head, toSecond.adds() ? to.at(row, head) + slope : slope);
    }
  }

  private static float logSigmoid(float z) {
    return (float) (Math.min(z, 0) - Math.log1p(Math.exp(-Math.abs(z))));
  }
}
