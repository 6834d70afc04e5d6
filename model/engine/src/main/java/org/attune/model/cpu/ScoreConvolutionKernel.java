package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.CausalConvolution;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.ScoreConvolution;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Key-query convolution of causal scores. It copies one score matrix at a time into memory with
 * zeros around it.
 */
final class ScoreConvolutionKernel extends PairKernel {

  private static final Spans SPANS = Lanes.spans();

  private final int batch;
  private final int heads;
  private final int length;
  private final CausalConvolution convolution;
  private final float[] weights; // of one head: row a, column b
  private final float[] learnt; // their gradient
  private final float[] before; // scores with zeros around them
  private final float[] after; // the output's gradient, with zeros around it
  private final float[] sums;

  ScoreConvolutionKernel(ScoreConvolution primitive, Operands<Floats> at) {
    super(at);
    Value scores = primitive.scores();
    batch = scores.size(0);
    heads = scores.size(1);
    length = scores.size(2);
    convolution = new CausalConvolution(primitive.queries(), primitive.keys(), length);
    weights = new float[primitive.queries() * primitive.keys()];
    learnt = new float[weights.length];
    before = at.keep(convolution.size()).data;
    after = at.keep(at.backward() ? convolution.size() : 1).data;
    sums = at.keep(convolution.resultSize()).data;
  }

  @Override
  public void forward(Pass pass) {
    for (int h = 0; h < heads; h++) {
      second.read(h, 1, weights);
      for (int s = 0; s < batch; s++) {
        int first = (s * heads + h) * length;
        read(input, first, before);
        convolution.before(before, weights, sums);
        write(output, first);
      }
    }
  }

  @Override
  public void backward() {
    for (int h = 0; h < heads; h++) {
      second.read(h, 1, weights);
      Arrays.fill(learnt, 0);
      for (int s = 0; s < batch; s++) {
        int first = (s * heads + h) * length;
        read(gradient, first, after);
        if (toSecond.wanted()) {
          read(input, first, before);
          convolution.learn(before, after, learnt);
        }
        if (toInput.wanted()) {
          convolution.after(after, weights, sums);
          give(first);
        }
      }
      if (toSecond.wanted()) {
        Floats.give(toSecond, h, 1, learnt);
      }
    }
  }

  /** Copies the lower triangle of the matrix whose first row is {@code first}. */
  private void read(Floats scores, int first, float[] to) {
    for (int i = 0; i < length; i++) {
      scores.read(first + i, 0, to, convolution.row(i), i + 1);
    }
  }

  private void give(int first) {
    if (toInput.adds()) {
      Floats scores = toInput.buffer();
      for (int i = 0; i < length; i++) {
        SPANS.add(sums, convolution.resultRow(i), scores.data, scores.row(first + i), i + 1);
      }
    } else {
      write(toInput.buffer(), first);
    }
  }

  /** Writes the sums' lower triangle, and zeros above it. */
  private void write(Floats scores, int first) {
    for (int i = 0; i < length; i++) {
      scores.write(first + i, 0, sums, convolution.resultRow(i), i + 1);
      int row = scores.row(first + i);
      Arrays.fill(scores.data, row + i + 1, row + length, 0);
    }
  }
}
