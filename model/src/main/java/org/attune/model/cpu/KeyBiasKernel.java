package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_ij = s_ij + bias_j} for each head. */
public final class KeyBiasKernel implements Kernel {

  private final int heads;
  private final int queries;
  private final Floats scores;
  private final Floats biased;
  private final Floats biasedGradient;
  private final GradientRows scoreGradient;
  private final KeyNumbers bias;
  private final Scratch scratch;

  public KeyBiasKernel(Value scores, Value bias, Value y) {
    heads = scores.size(1);
    queries = scores.size(2);
    this.scores = Floats.of(scores.array());
    biased = Floats.of(y.array());
    biasedGradient = y.gradient() == null ? null : Floats.of(y.gradient());
    scoreGradient = new GradientRows(scores, y);
    this.bias = new KeyNumbers(bias, y);
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    int keys = scores.columns;
    float[] perKey = scratch.array(0, keys);
    float[] x = scratch.array(1, keys);
    for (int row = 0; row < scores.rows; row++) {
      if (row % queries == 0) {
        bias.read(row / queries / heads, row / queries % heads, perKey);
      }
      scores.read(row, 1, x);
      Functions.add(perKey, x, keys);
      biased.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    scoreGradient.start();
    bias.start();
    int keys = scores.columns;
    float[] total = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    for (int row = 0; row < scores.rows; row++) {
      if (row % queries == 0) {
        Arrays.fill(total, 0, keys, 0);
      }
      biasedGradient.read(row, 1, d);
      Functions.add(d, total, keys);
      if (scoreGradient.wanted()) {
        scoreGradient.give(row, d);
      }
      if (bias.wanted() && row % queries == queries - 1) {
        bias.give(row / queries / heads, row / queries % heads, total);
      }
    }
  }
}
