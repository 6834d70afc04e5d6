package org.attune.model.cpu;

import org.attune.model.primitive.DistanceBias;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_ij = s_ij - m_h (i - j)}, perhaps in the scores' place. */
public final class DistanceBiasKernel implements Kernel {

  private final Value scores;
  private final Value y;
  private final int heads;
  private final int queries;
  private final Floats values;
  private final Floats biased;
  private final float[][] ramps; // per head: the bias of the last query's keys, and of keys after
  private final boolean inPlace;
  private final Scratch scratch;

  public DistanceBiasKernel(Value scores, Value y) {
    this.scores = scores;
    this.y = y;
    heads = scores.size(1);
    queries = scores.size(2);
    int keys = scores.size(3);
    values = Floats.of(scores.array());
    biased = Floats.of(y.array());
    ramps = new float[heads][queries - 1 + keys];
    for (int h = 0; h < heads; h++) {
      double slope = DistanceBias.slope(h, heads);
      for (int j = 0; j < ramps[h].length; j++) {
        ramps[h][j] = (float) (slope * (j - (queries - 1)));
      }
    }
    inPlace = y.sharesStorageWith(scores);
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    int keys = values.columns;
    float[] bias = scratch.array(0, keys);
    float[] x = scratch.array(1, keys);
    for (int row = 0; row < values.rows; row++) {
      System.arraycopy(ramps[row / queries % heads], queries - 1 - row % queries, bias, 0, keys);
      values.read(row, 1, x);
      Functions.add(bias, x, keys);
      biased.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    if (!inPlace && scores.wantsGradient()) {
      scores.addGradient(y.gradient());
    }
  }
}
