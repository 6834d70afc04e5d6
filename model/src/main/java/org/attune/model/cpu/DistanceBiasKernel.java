package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.DistanceBias;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_ij = s_ij - m_h (i - j)}, optionally in the scores' place. */
final class DistanceBiasKernel implements Kernel {

  private final int heads;
  private final int queries;
  private final Floats values;
  private final Floats biased;
  private final float[][]
      ramps; // per head: the biases of the last query's keys, then those of later keys
  private final Sink<Floats> scoreGradient;
  private final Floats biasedGradient;
  private final Scratch scratch;

  DistanceBiasKernel(DistanceBias primitive, Operands<Floats> at) {
    Value scores = primitive.scores();
    heads = scores.size(1);
    queries = scores.size(2);
    int keys = scores.size(3);
    values = at.in(0);
    biased = at.out();
    ramps = new float[heads][queries - 1 + keys];
    for (int h = 0; h < heads; h++) {
      double slope = DistanceBias.slope(h, heads);
      for (int j = 0; j < ramps[h].length; j++) {
        ramps[h][j] = (float) (slope * (j - (queries - 1)));
      }
    }
    scoreGradient = at.sink(0);
    biasedGradient = at.outGradient();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    int keys = values.columns;
    float[] bias = scratch.array(0, keys);
    float[] x = scratch.array(1, keys);
    for (int row = 0; row < values.rows; row++) {
      System.arraycopy(ramps[row / queries % heads], queries - 1 - row % queries, bias, 0, keys);
      values.read(row, 1, x);
      ArrayMath.add(bias, x, keys);
      biased.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    if (scoreGradient.wanted()) {
      Floats.give(scoreGradient, biasedGradient);
    }
  }
}
