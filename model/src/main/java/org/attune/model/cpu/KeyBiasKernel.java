package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.KeyBias;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_ij = s_ij + bias_j} for each head. */
final class KeyBiasKernel implements Kernel {

  private final int heads;
  private final int queries;
  private final Floats scores;
  private final Floats biased;
  private final Floats biasedGradient;
  private final Sink<Floats> scoreGradient;
  private final KeyNumbers bias;
  private final Scratch scratch;

  KeyBiasKernel(KeyBias primitive, Operands<Floats> at) {
    Value scores = primitive.scores();
    heads = scores.size(1);
    queries = scores.size(2);
    this.scores = at.in(0);
    biased = at.out();
    biasedGradient = at.outGradient();
    scoreGradient = at.sink(0);
    this.bias = new KeyNumbers(at.in(1), at.sink(1), primitive.bias().length());
    scratch = new Scratch(at);
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
      ArrayMath.add(perKey, x, keys);
      biased.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    int keys = scores.columns;
    float[] total = scratch.array(0, keys);
    float[] d = scratch.array(1, keys);
    for (int row = 0; row < scores.rows; row++) {
      if (row % queries == 0) {
        Arrays.fill(total, 0, keys, 0);
      }
      biasedGradient.read(row, 1, d);
      ArrayMath.add(d, total, keys);
      if (scoreGradient.wanted()) {
        Floats.give(scoreGradient, row, 1, d);
      }
      if (bias.wanted() && row % queries == queries - 1) {
        bias.give(row / queries / heads, row / queries % heads, total);
      }
    }
  }
}
