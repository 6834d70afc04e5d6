package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.GaussianScores;
import org.attune.model.program.Pass;

/** {@link GaussianScores}: a product for each head, then one pass over its result. */
final class GaussianScoresKernel extends PairKernel {

  private static final Spans SPANS = Lanes.spans();

  private final int heads;
  private final float gamma;
  private final int from; // queries
  private final int to; // keys
  private final int width;
  private final HeadPanels queries;
  private final HeadPanels keys;
  private final HeadPanels scores;

  GaussianScoresKernel(GaussianScores p, Operands<Floats> at) {
    super(at);
    heads = p.heads();
    gamma = (float) p.gamma();
    from = p.q().length();
    to = p.k().length();
    width = p.q().columns() / heads;
    queries = HeadPanels.ofTokens(input, heads, from);
    keys = HeadPanels.ofTokens(second, heads, to);
    scores = HeadPanels.ofMatrices(output, heads, from);
  }

  @Override
  public void forward(Pass pass) {
    float[] row = scratch.array(0, to);
    float[] ofKeys = scratch.array(1, to);
    for (int b = 0; b < at.batch(); b++) {
      for (int h = 0; h < heads; h++) {
        scores.at(b, h).productNT(0, -2, queries.at(b, h), keys.at(b, h));
        for (int j = 0; j < to; j++) {
          ofKeys[j] = square(second, b * to + j, h);
        }
        for (int i = 0; i < from; i++) {
          int place = (b * heads + h) * from + i;
          output.read(place, 1, row);
          distances(row, ofKeys, square(input, b * from + i, h), to);
          SPANS.exp(-gamma, row, 0, 0, row, 0, to);
          output.write(place, 1, row);
        }
      }
    }
  }

  private float square(Floats rows, int row, int head) {
    int first = rows.row(row) + head * width;
    return ArrayMath.dot(rows.data, rows.data, first, first + width);
  }

  /** Turns products times -2 into squared distances. */
  private static void distances(float[] x, float[] ofKeys, float query, int n) {
    for (int j = 0; j < n; j++) {
      x[j] = Math.max(0f, x[j] + ofKeys[j] + query);
    }
  }

  /** {@code dq_i = -2γ Σ_j ds_ij s_ij (q_i - k_j)}, and the reverse for k. */
  @Override
  public void backward() {
    Panel pull = at.scratch(0, (long) from * to).sharing(0, from, to, to).panel(from, to);
    for (int b = 0; b < at.batch(); b++) {
      for (int h = 0; h < heads; h++) {
        float[] byQuery = scratch.array(1, from);
        float[] byKey = scratch.array(2, to);
        pull(b * heads + h, pull, byQuery, byKey);
        if (toInput.wanted()) {
          HeadPanels dq = queries.over(toInput.buffer());
          dq.at(b, h).product(HeadPanels.beta(toInput), 1, pull, keys.at(b, h));
          subtractOwn(input, toInput, b * from, h, byQuery, from);
        }
        if (toSecond.wanted()) {
          HeadPanels dk = keys.over(toSecond.buffer());
          dk.at(b, h).productTN(HeadPanels.beta(toSecond), 1, pull, queries.at(b, h));
          subtractOwn(second, toSecond, b * to, h, byKey, to);
        }
      }
    }
  }

  /** Computes {@code 2γ ds s} for one head, and the sums of its rows and columns. */
  private void pull(int matrix, Panel pull, float[] byQuery, float[] byKey) {
    float[] s = scratch.array(3, to);
    float[] d = scratch.array(4, to);
    Arrays.fill(byKey, 0, to, 0);
    for (int i = 0; i < from; i++) {
      output.read(matrix * from + i, 1, s);
      gradient.read(matrix * from + i, 1, d);
      ArrayMath.multiply(s, d, to);
      ArrayMath.scale(2 * gamma, d, 0, to);
      byQuery[i] = ArrayMath.sum(d, 0, to);
      ArrayMath.add(d, byKey, to);
      pull.setRow(i, d);
    }
  }

  private void subtractOwn(
      Floats x, Sink<Floats> sink, int firstRow, int head, float[] times, int count) {
    Floats sums = sink.buffer();
    for (int i = 0; i < count; i++) {
      int sum = sums.row(firstRow + i) + head * width;
      int query = x.row(firstRow + i) + head * width;
      for (int c = 0; c < width; c++) {
        sums.data[sum + c] -= times[i] * x.data[query + c];
      }
    }
  }
}
