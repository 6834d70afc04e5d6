package org.attune.model.cpu;

import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.CrossEntropy;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code -sum_i weight_i log softmax(logits_i)[label_i]}; the forward pass keeps the softmax. */
final class CrossEntropyKernel implements Kernel {

  private static final Spans SPANS = Lanes.spans();

  private final Tokens labels;
  private final Floats values;
  private final Floats weights;
  private final Floats loss;
  private final Sink<Floats> gradient;
  private final Floats outerGradient;
  private final Scratch scratch;
  private final int chunkRows;
  private final float[][] shares; // softmax times weight, one per chunk
  private final float[] rowWeights;
  private int[] names = {};

  CrossEntropyKernel(CrossEntropy primitive, Operands<Floats> at) {
    Value logits = primitive.logits();
    this.labels = new Tokens(at.in(1), logits.columns());
    values = at.in(0);
    this.weights = at.in(2);
    loss = at.out();
    gradient = at.sink(0);
    outerGradient = at.outGradient();
    scratch = new Scratch(at);
    chunkRows = Scratch.rows(values.columns);
    int chunks = gradient.wanted() ? (values.rows + chunkRows - 1) / chunkRows : 1;
    shares = Scratch.kept(at, chunks, chunkRows * values.columns);
    rowWeights = new float[values.rows];
  }

  @Override
  public void forward(Pass pass) {
    names = labels.read();
    weights.read(0, values.rows, rowWeights);
    int v = values.columns;
    float[] in = scratch.array(0, shares[0].length);
    double sum = 0;
    for (int row = 0, c = 0; row < values.rows; row += chunkRows, c++) {
      int rows = Math.min(chunkRows, values.rows - row);
      float[] share = shares[shares.length == 1 ? 0 : c];
      values.read(row, rows, in);
      for (int r = 0; r < rows; r++) {
        int first = r * v;
        float weight = rowWeights[row + r];
        float max = ArrayMath.max(in, first, first + v);
        SPANS.exp(1, in, first, max, share, first, v);
        double total = ArrayMath.total(share, first, first + v);
        if (weight != 0) {
          float label = in[first + label(row + r)];
          sum += weight * (max - label + Math.log(total));
        }
        scale(share, (float) (weight / total), first, first + v);
        if (!Double.isFinite(total)) {
          sum = Double.NaN;
        }
      }
    }
    loss.at(0, 0, (float) sum);
  }

  private int label(int row) {
    int label = names[row];
    if (label < 0 || label >= values.columns) {
      throw new IllegalArgumentException(
          "Invalid label: " + label + " (the vocabulary is 0 to " + (values.columns - 1) + ")");
    }
    return label;
  }

  @Override
  public void backward() {
    float outer = outerGradient.at(0, 0);
    int v = values.columns;
    float[] d = scratch.array(0, shares[0].length);
    for (int row = 0, c = 0; row < values.rows; row += chunkRows, c++) {
      int rows = Math.min(chunkRows, values.rows - row);
      float[] share = shares[c];
      for (int r = 0; r < rows; r++) {
        if (rowWeights[row + r] != 0) {
          share[r * v + names[row + r]] -= rowWeights[row + r];
        }
      }
      times(share, d, outer, rows * v);
      Floats.give(gradient, row, rows, d);
    }
  }

  private static void scale(float[] x, float factor, int from, int to) {
    for (int i = from; i < to; i++) {
      x[i] *= factor;
    }
  }

  private static void times(float[] x, float[] y, float factor, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = x[i] * factor;
    }
  }
}
