package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.WrittenSoftmax;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@link WrittenSoftmax} in float32. */
final class WrittenSoftmaxKernel implements Kernel {

  private final int heads;
  private final int length;
  private final Floats scores;
  private final Floats weights;
  private final Floats weightGradient;
  private final Sink<Floats> scoreGradient;
  private final KeyNumbers write;
  private final Scratch scratch;

  WrittenSoftmaxKernel(WrittenSoftmax primitive, Operands<Floats> at) {
    Value scores = primitive.scores();
    heads = scores.size(1);
    length = scores.size(2);
    this.scores = at.in(0);
    weights = at.out();
    weightGradient = at.outGradient();
    scoreGradient = at.sink(0);
    this.write = new KeyNumbers(at.in(1), at.sink(1), primitive.write().length());
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] perKey = scratch.array(0, length);
    float[] x = scratch.array(1, length);
    float[] shown = scratch.array(2, length);
    for (int row = 0; row < scores.rows; row++) {
      int query = row % length;
      if (query == 0) {
        write.read(row / length / heads, row / length % heads, perKey);
        for (int j = 0; j < length; j++) {
          perKey[j] = pass.training() ? logSigmoid(perKey[j]) : perKey[j] >= 0 ? 1 : 0;
        }
      }
      scores.read(row, 1, x);
      if (pass.training()) {
        ArrayMath.add(perKey, x, query + 1);
        SoftmaxRow.forward(x, query + 1);
      } else {
        System.arraycopy(perKey, 0, shown, 0, query);
        shown[query] = 1;
        SoftmaxRow.forward(x, shown, query + 1);
      }
      Arrays.fill(x, query + 1, length, 0);
      weights.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    float[] a = scratch.array(0, length);
    float[] d = scratch.array(1, length);
    float[] total = scratch.array(2, length);
    for (int row = 0; row < scores.rows; row++) {
      if (row % length == 0) {
        Arrays.fill(total, 0, length, 0);
      }
      weights.read(row, 1, a);
      weightGradient.read(row, 1, d);
      SoftmaxRow.backward(a, d, length);
      ArrayMath.add(d, total, length);
      if (scoreGradient.wanted()) {
        Floats.give(scoreGradient, row, 1, d);
      }
      if (write.wanted() && row % length == length - 1) {
        give(row / length / heads, row / length % heads, total, a);
      }
    }
  }

  /** Uses the slope of log sigmoid(z), which is sigmoid(-z). */
  private void give(int sequence, int head, float[] total, float[] z) {
    write.read(sequence, head, z);
    for (int j = 0; j < length; j++) {
      total[j] *= PointwiseFunctions.sigmoid(-z[j]);
    }
    write.give(sequence, head, total);
  }

  private static float logSigmoid(float z) {
    return (float) (Math.min(z, 0) - Math.log1p(Math.exp(-Math.abs(z))));
  }
}
