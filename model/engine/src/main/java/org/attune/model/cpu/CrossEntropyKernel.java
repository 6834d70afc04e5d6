package org.attune.model.cpu;

import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.CrossEntropy;
import org.attune.model.program.Pass;

/** {@code -sum_i weight_i log softmax(logits_i)[label_i]}; the forward pass keeps the softmax. */
final class CrossEntropyKernel extends PairKernel {

  private static final Spans SPANS = Lanes.spans();

  private final TokenInput labels;
  private final Floats weights;
  private final int chunkRows;
  private final float[][] shares; // softmax times weight, one per chunk
  private final float[] rowWeights;
  private int[] names = {};

  CrossEntropyKernel(CrossEntropy primitive, Operands<Floats> at) {
    super(at);
    labels = new TokenInput(second, primitive.logits().columns());
    this.weights = at.in(2);
    chunkRows = Scratch.rows(input.columns);
    int chunks = toInput.wanted() ? (input.rows + chunkRows - 1) / chunkRows : 1;
    shares = Scratch.kept(at, chunks, chunkRows * input.columns);
    rowWeights = new float[input.rows];
  }

  @Override
  public void forward(Pass pass) {
    names = labels.read();
    weights.read(0, input.rows, rowWeights);
    int v = input.columns;
    float[] in = scratch.array(0, shares[0].length);
    double sum = 0;
    for (int row = 0, c = 0; row < input.rows; row += chunkRows, c++) {
      int rows = Math.min(chunkRows, input.rows - row);
      float[] share = shares[shares.length == 1 ? 0 : c];
      input.read(row, rows, in);
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
    output.at(0, 0, (float) sum);
  }

  private int label(int row) {
    int label = names[row];
    if (label < 0 || label >= input.columns) {
      throw new IllegalArgumentException(
          "Invalid label: " + label + " (the vocabulary is 0 to " + (input.columns - 1) + ")");
    }
    return label;
  }

  @Override
  public void backward() {
    float outer = gradient.at(0, 0);
    int v = input.columns;
    float[] d = scratch.array(0, shares[0].length);
    for (int row = 0, c = 0; row < input.rows; row += chunkRows, c++) {
      int rows = Math.min(chunkRows, input.rows - row);
      float[] share = shares[c];
      for (int r = 0; r < rows; r++) {
        if (rowWeights[row + r] != 0) {
          share[r * v + names[row + r]] -= rowWeights[row + r];
        }
      }
      times(share, d, outer, rows * v);
      Floats.give(toInput, row, rows, d);
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
