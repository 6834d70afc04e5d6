package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.program.Pass;
import org.jspecify.annotations.Nullable;

/**
 * Causal softmax attention over long sequences, without a mask. For each head it takes a block of
 * queries against a chunk of keys at a time, whose scores stay in cache (Dao 2023, arXiv
 * 2307.08691, algorithms 1 and 2). No weights are kept: the adjoint computes them again from each
 * query's maximum and sum.
 *
 * <p>Scores are stored transposed, as in {@link CausalAttentionKernel}: a row per key, a column per
 * query.
 */
final class LongCausalAttention extends PairKernel {

  private static final int QUERIES = 128; // of a block: the depth of products for keys and values
  private static final int KEYS = 256; // of a chunk: its scores and their gradients fill 295 kB
  private static final int PADDING = 16; // floats between rows, against cache conflicts
  private static final float HIDDEN = -1e30f;
  private static final Spans SPANS = Lanes.spans();

  private final int heads;
  private final int width; // of a head
  private final int batch;
  private final int length;
  private final float scale;
  private final Panel queries; // of one block and one head
  private final Panel keys; // of one chunk and one head
  private final Panel values;
  private final Panel read;
  private final Sink<Floats> valueGradient;
  private final Floats weightRows; // of one block, chunk and head
  private final Panel weights;
  private final Floats slopeRows;
  private final Panel slopes;
  private final Floats turnedQueries; // a block's rows, transposed
  private final Floats turnedGradient;
  private final boolean adjoint; // whether it runs
  private final Floats shifts; // a row per sequence and head: what turns scores into weights
  private final float[] largest = new float[QUERIES];
  private final float[] before = new float[QUERIES];
  private final float[] sums = new float[QUERIES];

  LongCausalAttention(CausalAttention primitive, Operands<Floats> at) {
    super(at);
    heads = primitive.heads();
    scale = (float) primitive.scale();
    width = primitive.q().columns() / heads;
    batch = at.batch();
    length = primitive.q().length();
    queries = input.panel(QUERIES, width);
    keys = second.panel(KEYS, width);
    values = at.in(2).panel(KEYS, width);
    read = output.panel(QUERIES, width);
    valueGradient = at.sink(2);
    adjoint = at.backward();
    weightRows = rows(at, KEYS, QUERIES);
    weights = weightRows.panel(KEYS, QUERIES);
    slopeRows = adjoint ? rows(at, KEYS, QUERIES) : weightRows;
    slopes = slopeRows.panel(KEYS, QUERIES);
    turnedQueries = rows(at, heads * width, QUERIES);
    turnedGradient = adjoint ? rows(at, heads * width, QUERIES) : turnedQueries;
    shifts = adjoint ? rows(at, batch * heads, length) : weightRows;
  }

  private static Floats rows(Operands<Floats> at, int rows, int columns) {
    int stride = columns + PADDING;
    Floats block = at.keepForAdjoint((long) rows * stride);
    return block.sharing(0, rows, columns, stride);
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int first = 0; first < length; first += QUERIES) {
        int count = Math.min(QUERIES, length - first);
        turnedQueries.turn(input, b * length + first, count); // products read that faster
        for (int h = 0; h < heads; h++) {
          forward(b, h, first, count);
        }
      }
    }
  }

  private void forward(int b, int h, int first, int count) {
    int token = b * length;
    int seen = first + count;
    Arrays.fill(largest, HIDDEN);
    Arrays.fill(sums, 0);
    read.rows(count).moveTo(token + first, h * width);
    for (int from = 0; from < seen; from += KEYS) {
      int chunk = Math.min(KEYS, seen - from);
      scores(token + from, h, chunk, count);
      hide(from, chunk, first, count);
      System.arraycopy(largest, 0, before, 0, count);
      for (int j = 0; j < chunk; j++) {
        SPANS.raise(weightRows.data, weightRows.row(j), largest, count);
      }
      if (from > 0) {
        rescale(token + first, h, count);
      }
      for (int j = 0; j < chunk; j++) {
        SPANS.expOfColumns(scale, weightRows.data, weightRows.row(j), largest, sums, count);
      }
      values.rows(chunk).moveTo(token + from, h * width);
      read.productTN(from == 0 ? 0 : 1, 1, weights, values);
    }
    for (int i = 0; i < count; i++) {
      int at = output.row(token + first + i) + h * width;
      SPANS.scale(1 / sums[i], output.data, at, output.data, at, width);
      largest[i] += (float) (Math.log(sums[i]) / scale);
    }
    if (adjoint) {
      System.arraycopy(largest, 0, shifts.data, shifts.row(b * heads + h) + first, count);
    }
  }

  /** Unscaled products of a block's queries with a chunk of keys, as rows of weights. */
  private void scores(int token, int h, int chunk, int count) {
    keys.rows(chunk).moveTo(token, h * width);
    weights.rows(chunk).columns(count);
    weights.product(0, 1, keys, turned(turnedQueries, h, count));
  }

  private Panel turned(Floats rows, int h, int count) {
    return rows.panel(width, count).moveTo(h * width, 0);
  }

  /** Hides the keys that are later than a query. */
  private void hide(int from, int chunk, int first, int count) {
    for (int j = Math.max(0, first - from); j < chunk; j++) {
      int row = weightRows.row(j);
      Arrays.fill(weightRows.data, row, row + Math.min(count, from + j - first), HIDDEN);
    }
  }

  /** Moves what was summed so far to the new maxima. */
  private void rescale(int row, int h, int count) {
    for (int i = 0; i < count; i++) {
      float factor = (float) Math.exp(scale * (before[i] - largest[i]));
      if (factor != 1) {
        sums[i] *= factor;
        int at = output.row(row + i) + h * width;
        SPANS.scale(factor, output.data, at, output.data, at, width);
      }
    }
  }

  /** The gradients of one backward pass; a panel is null if no gradient is wanted. */
  private final class Gradients {
    final Panel dy = gradient.panel(QUERIES, width);
    final @Nullable Panel dq = panel(toInput, QUERIES, width);
    final @Nullable Panel dk = panel(toSecond, KEYS, width);
    final @Nullable Panel dv = panel(valueGradient, KEYS, width);
  }

  @Override
  public void backward() {
    Gradients g = new Gradients();
    int last = (length - 1) / QUERIES * QUERIES;
    for (int b = 0; b < batch; b++) {
      for (int first = last; first >= 0; first -= QUERIES) { // the last block reaches all keys
        int count = Math.min(QUERIES, length - first);
        turnedQueries.turn(input, b * length + first, count);
        turnedGradient.turn(gradient, b * length + first, count);
        for (int h = 0; h < heads; h++) {
          backward(g, b, h, first, count);
        }
      }
    }
  }

  private void backward(Gradients g, int b, int h, int first, int count) {
    int token = b * length;
    int seen = first + count;
    boolean fresh = seen == length;
    float keyBeta = fresh ? HeadPanels.beta(toSecond) : 1;
    float valueBeta = fresh ? HeadPanels.beta(valueGradient) : 1;
    System.arraycopy(shifts.data, shifts.row(b * heads + h) + first, largest, 0, count);
    for (int i = 0; i < count; i++) { // before: the mean gradient of each query's weights
      int dy = gradient.row(token + first + i) + h * width;
      int y = output.row(token + first + i) + h * width;
      before[i] = SPANS.dot(gradient.data, dy, output.data, y, width);
    }
    g.dy.rows(count).moveTo(token + first, h * width);
    queries.rows(count).moveTo(token + first, h * width);
    for (int from = 0; from < seen; from += KEYS) {
      int chunk = Math.min(KEYS, seen - from);
      scores(token + from, h, chunk, count);
      hide(from, chunk, first, count);
      values.rows(chunk).moveTo(token + from, h * width);
      slopes.rows(chunk).columns(count);
      slopes.product(0, 1, values, turned(turnedGradient, h, count));
      for (int j = 0; j < chunk; j++) {
        int row = weightRows.row(j);
        SPANS.expOfColumns(scale, weightRows.data, row, largest, sums, count);
        SPANS.slopes(scale, weightRows.data, row, before, slopeRows.data, slopeRows.row(j), count);
      }
      if (g.dv != null) { // dvalues (chunk, d) += weightsᵀ x dread
        g.dv.rows(chunk).moveTo(token + from, h * width).product(valueBeta, 1, weights, g.dy);
      }
      if (g.dk != null) { // dkeys (chunk, d) += dscoresᵀ x queries
        g.dk.rows(chunk).moveTo(token + from, h * width).product(keyBeta, 1, slopes, queries);
      }
      if (g.dq != null) { // dqueries (count, d) += dscores x keys
        g.dq
            .rows(count)
            .moveTo(token + first, h * width)
            .productTN(from == 0 ? HeadPanels.beta(toInput) : 1, 1, slopes, keys);
      }
    }
  }
}
