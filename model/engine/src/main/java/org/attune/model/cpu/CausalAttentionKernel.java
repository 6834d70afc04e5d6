package org.attune.model.cpu;

import java.util.Arrays;
import java.util.Optional;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.KeyMask;
import org.attune.model.program.Pass;
import org.jspecify.annotations.Nullable;

/**
 * Causal softmax attention. It handles one block of queries at a time against the keys they may
 * see, and so skips the scores above the diagonal. With a mask it also skips runs of keys that no
 * query of the block sees ({@link VisibleKeys}).
 *
 * <p>Scores are stored transposed: a row per key, with a column per head and query of the block.
 * Softmax then runs along the columns, over rows wide enough to vectorise; its sums and maxima are
 * vectors.
 *
 * <p>The adjoint reads the weights of all blocks again. If all weights are too many to keep, each
 * block's weights overwrite the previous block's. The adjoint then recomputes them from each
 * query's softmax maximum and sum, to the same digits (Dao et al. 2022, section 3.1).
 */
final class CausalAttentionKernel extends PairKernel {

  private static final int BLOCK =
      32; // queries: fills a strip of products, with little work above the diagonal
  private static final int PADDING = 16; // floats between rows, against cache conflicts

  /**
   * The most floats of weights that a kernel keeps. Above about this size, reading them back is no
   * faster than recomputing them.
   */
  static final long MOST_KEPT = 1 << 23;

  private static final float HIDDEN = -1e30f;
  private static final Spans SPANS = Lanes.spans();

  private final int heads;
  private final int width; // of a head
  private final int batch;
  private final int length;
  private final float scale;
  private final Panel queries; // of one block and one head
  private final Panel keys; // the visible ones
  private final Panel values;
  private final Panel read;
  private final Sink<Floats> valueGradient;
  private final int stride; // of a row of scores
  private final VisibleKeys visible;
  private final Optional<KeyMask> mask;
  private final boolean keepsAll; // whether to keep all weights for the adjoint
  private final boolean keepsSoftmaxes; // for the adjoint, in place of all weights
  private final Floats softmaxes; // each block's score maxima and inverse sums
  private final Floats weightRows; // of all blocks of all sequences, or of one block
  private final Panel weights;
  private final Floats slopeRows; // of one block
  private final Panel slopes;
  private final Floats turnedRows; // a transposed block of rows
  private final Panel turned;
  private final float[] largest;
  private final float[] sums;

  /**
   * @param skips whether to leave out runs of keys that the mask hides from a whole block; digits
   *     do not depend on it
   */
  CausalAttentionKernel(CausalAttention primitive, Operands<Floats> at, boolean skips) {
    super(at);
    heads = primitive.heads();
    scale = (float) primitive.scale();
    width = primitive.q().columns() / heads;
    batch = at.batch();
    length = primitive.q().length();
    int block = Math.min(BLOCK, length);
    queries = input.panel(block, width);
    keys = second.panel(length, width);
    values = at.in(2).panel(length, width);
    read = output.panel(block, width);
    valueGradient = at.sink(2);
    stride = heads * block + PADDING;
    mask = primitive.mask();
    visible = VisibleKeys.of(mask, length, BLOCK, skips);
    boolean adjoint = at.backward();
    long all = (long) batch * visible.rows();
    keepsAll = adjoint && all * stride <= MOST_KEPT;
    long kept = keepsAll ? all : visible.most();
    long perBlock = 2L * heads * block;
    keepsSoftmaxes = adjoint && !keepsAll;
    if (keepsSoftmaxes) {
      long elements = (long) batch * visible.blocks() * perBlock;
      softmaxes = rows(at.keepForAdjoint(elements), (int) perBlock);
      weightRows = rows(at.keepForAdjoint(kept * stride), stride);
    } else {
      weightRows = rows(at.keepForAdjoint(kept * stride), stride);
      softmaxes = weightRows;
    }
    weights = weightRows.panel(length, block);
    slopeRows =
        adjoint ? rows(at.keepForAdjoint((long) visible.most() * stride), stride) : weightRows;
    slopes = slopeRows.panel(length, block);
    int turnedStride = block + PADDING;
    turnedRows = rows(at.keepForAdjoint((long) heads * width * turnedStride), turnedStride);
    turned = turnedRows.panel(width, block);
    largest = new float[heads * block];
    sums = new float[heads * block];
  }

  private static Floats rows(Floats block, int stride) {
    return block.sharing(0, block.columns / stride, stride, stride);
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int i = 0; i < visible.blocks(); i++) {
        forward(b, i);
      }
    }
  }

  private void forward(int b, int block) {
    int first = block * BLOCK; // the block's first query
    int count = Math.min(BLOCK, length - first);
    int columns = heads * count;
    int at = keepsAll ? b * visible.rows() + visible.start(block) : 0;
    int token = b * length;

    scores(token, block, count, at);
    hide(block, count, at, HIDDEN);
    Arrays.fill(largest, HIDDEN);
    Arrays.fill(sums, 0);
    int seen = visible.rows(block);
    for (int j = 0; j < seen; j++) {
      SPANS.raise(weightRows.data, weightRows.row(at + j), largest, columns);
    }
    for (int j = 0; j < seen; j++) {
      SPANS.expOfColumns(scale, weightRows.data, weightRows.row(at + j), largest, sums, columns);
    }
    invert(sums, columns);
    divide(at, block, count);
    if (keepsSoftmaxes) {
      int place = b * visible.blocks() + block;
      softmaxes.write(place, 0, largest, 0, columns);
      softmaxes.write(place, columns, sums, 0, columns);
    }
    read.rows(count);
    weights.columns(count);
    for (VisibleKeys.Run run : visible.runs(block)) {
      float beta = run.at() == 0 ? 0 : 1;
      weights.rows(run.count());
      values.rows(run.count());
      for (int h = 0; h < heads; h++) { // read (count, d) += weights (count, run) x values (run, d)
        read.moveTo(token + first, h * width)
            .productTN(
                beta,
                1,
                weights.moveTo(at + run.at(), h * count),
                values.moveTo(token + run.from(), h * width));
      }
    }
  }

  /** Unscaled products of a block's queries with the keys they may see. */
  private void scores(int token, int block, int count, int at) {
    turnedRows.turn(input, token + block * BLOCK, count); // products read that faster
    weights.columns(count);
    turned.columns(count);
    for (VisibleKeys.Run run : visible.runs(block)) {
      weights.rows(run.count());
      keys.rows(run.count());
      for (int h = 0; h < heads; h++) { // scoresᵀ (run, count) = keys (run, d) x queriesᵀ
        weights
            .moveTo(at + run.at(), h * count)
            .product(0, 1, keys.moveTo(token + run.from(), h * width), turned.moveTo(h * width, 0));
      }
    }
  }

  /** Turns exponentials into weights by the inverse sums, and sets hidden weights to zero. */
  private void divide(int at, int block, int count) {
    int columns = heads * count;
    int seen = visible.rows(block);
    for (int j = 0; j < seen; j++) {
      int place = weightRows.row(at + j);
      SPANS.product(sums, 0, weightRows.data, place, weightRows.data, place, columns);
    }
    hide(block, count, at, 0);
  }

  /** Recomputes a block's weights, over those of the previous block. */
  private void recompute(int b, int block, int count) {
    int columns = heads * count;
    scores(b * length, block, count, 0);
    hide(block, count, 0, HIDDEN);
    int place = b * visible.blocks() + block;
    softmaxes.read(place, 0, largest, 0, columns);
    int seen = visible.rows(block);
    for (int j = 0; j < seen; j++) {
      SPANS.expOfColumns(scale, weightRows.data, weightRows.row(j), largest, sums, columns);
    }
    softmaxes.read(
        place, columns, sums, 0,
        columns); // restores the inverse sums, to which expOfColumns has added
    divide(0, block, count);
  }

  /** The gradients of one backward pass; a panel is null if no gradient is wanted. */
  private final class Gradients {
    final Panel dy = gradient.panel(Math.min(BLOCK, length), width);
    final @Nullable Panel dq = panel(toInput, length, width);
    final @Nullable Panel dk = panel(toSecond, length, width);
    final @Nullable Panel dv = panel(valueGradient, length, width);
  }

  @Override
  public void backward() {
    Gradients g = new Gradients();
    if (mask.isPresent()) { // no block need reach all keys
      clear(toSecond);
      clear(valueGradient);
    }
    for (int b = 0; b < batch; b++) {
      for (int i = visible.blocks() - 1; i >= 0; i--) { // without a mask, the last reaches all keys
        backward(g, b, i);
      }
    }
  }

  private static void clear(Sink<Floats> sink) {
    if (sink.wanted() && !sink.adds()) {
      sink.buffer().fill(0);
    }
  }

  private void backward(Gradients g, int b, int block) {
    int first = block * BLOCK;
    int count = Math.min(BLOCK, length - first);
    int columns = heads * count;
    int at = keepsAll ? b * visible.rows() + visible.start(block) : 0;
    int token = b * length;
    if (!keepsAll) {
      recompute(b, block, count);
    }
    boolean fresh = mask.isEmpty() && block == visible.blocks() - 1;

    turnedRows.turn(gradient, token + first, count);
    g.dy.rows(count);
    weights.columns(count);
    slopes.columns(count);
    turned.columns(count);
    float valueBeta = fresh ? HeadPanels.beta(valueGradient) : 1;
    for (VisibleKeys.Run run : visible.runs(block)) {
      slopes.rows(run.count());
      weights.rows(run.count());
      values.rows(run.count());
      for (int h = 0; h < heads; h++) { // dweightsᵀ (run, count) = values (run, d) x dreadᵀ
        slopes
            .moveTo(run.at(), h * count)
            .product(
                0, 1, values.moveTo(token + run.from(), h * width), turned.moveTo(h * width, 0));
      }
      for (int h = 0; g.dv != null && h < heads; h++) { // dvalues (run, d) = weightsᵀ x dread
        g.dv
            .moveTo(token + run.from(), h * width)
            .rows(run.count())
            .product(
                valueBeta,
                1,
                weights.moveTo(at + run.at(), h * count),
                g.dy.moveTo(token + first, h * width));
      }
    }
    slopes(at, visible.rows(block), columns);
    float keyBeta = fresh ? HeadPanels.beta(toSecond) : 1;
    for (VisibleKeys.Run run : visible.runs(block)) {
      float queryBeta = run.at() == 0 ? HeadPanels.beta(toInput) : 1;
      slopes.rows(run.count());
      keys.rows(run.count());
      for (int h = 0; h < heads; h++) {
        slopes.moveTo(run.at(), h * count);
        if (g.dk != null) { // dkeys (run, d) = dscoresᵀ (run, count) x queries (count, d)
          g.dk
              .moveTo(token + run.from(), h * width)
              .rows(run.count())
              .product(keyBeta, 1, slopes, queries.moveTo(token + first, h * width).rows(count));
        }
        if (g.dq != null) { // dqueries (count, d) += dscores (count, run) x keys (run, d)
          g.dq
              .moveTo(token + first, h * width)
              .rows(count)
              .productTN(queryBeta, 1, slopes, keys.moveTo(token + run.from(), h * width));
        }
      }
    }
  }

  /** Turns gradients of a block's weights into gradients of its scores. */
  private void slopes(int at, int seen, int columns) {
    Arrays.fill(sums, 0);
    for (int j = 0; j < seen; j++) {
      int weight = weightRows.row(at + j);
      int slope = slopeRows.row(j);
      SPANS.addProduct(weightRows.data, weight, slopeRows.data, slope, sums, 0, columns);
    }
    for (int j = 0; j < seen; j++) {
      int weight = weightRows.row(at + j);
      SPANS.slopes(scale, weightRows.data, weight, sums, slopeRows.data, slopeRows.row(j), columns);
    }
  }

  /** Overwrites the scores or weights of keys that a query of the block does not see. */
  private void hide(int block, int count, int at, float with) {
    int[] hidden = visible.hidden(block);
    for (int j = 0; j < hidden.length; j++) {
      int bits = hidden[j];
      int row = weightRows.row(at + j);
      while (bits != 0) { // neighbouring queries at once
        int from = Integer.numberOfTrailingZeros(bits);
        int to = from + Integer.numberOfTrailingZeros(~(bits >>> from));
        for (int h = 0; h < heads; h++) {
          Arrays.fill(weightRows.data, row + h * count + from, row + h * count + to, with);
        }
        bits = to == Integer.SIZE ? 0 : bits & -1 << to;
      }
    }
  }

  private static void invert(float[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = 1f / x[i];
    }
  }
}
