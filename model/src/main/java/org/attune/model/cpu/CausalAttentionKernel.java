package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Causal softmax attention, a block of queries at a time against the keys it may see, so that what
 * lies above the diagonal is not computed.
 *
 * <p>Scores are kept transposed, a row per key and in it a column per head and query of the block:
 * then softmax runs along the columns, over rows wide enough to vectorise, and its sums and maxima
 * are vectors. The weights of all blocks are kept for the adjoint.
 */
public final class CausalAttentionKernel implements Kernel {

  private static final int BLOCK = 64; // queries; whose products fit the second-level cache
  private static final int LONGEST_SUM = 128; // OpenBLAS keeps to its small kernels up to here
  private static final int PADDING = 16; // floats between rows, against conflicts in the cache
  private static final float HIDDEN = -1e30f;

  private final Value q;
  private final Value k;
  private final Value v;
  private final int heads;
  private final int width; // of a head
  private final int batch;
  private final int length;
  private final float scale;
  private final Floats queries;
  private final Floats keys;
  private final Floats values;
  private final Floats read;
  private final Floats queryGradient;
  private final Floats keyGradient;
  private final Floats valueGradient;
  private final Floats readGradient;
  private final int stride; // of a row of scores
  private final long[] blockStart; // of each block's rows within a sequence's
  private final long perSequence;
  private final Memory weights; // rows of all blocks of all sequences
  private final Memory slopes; // rows of one block
  private final Memory turned; // a block of queries, transposed
  private final float[][] rows;
  private final float[][] slopeRows;
  private final float[] largest;
  private final float[] sums;
  private final float[][] turnedRows;
  private final float[][] four;

  public CausalAttentionKernel(Value q, Value k, Value v, int heads, double scale, Value y) {
    this.q = q;
    this.k = k;
    this.v = v;
    this.heads = heads;
    this.scale = (float) scale;
    width = q.columns() / heads;
    batch = y.program().batch();
    length = y.length();
    queries = Floats.of(q.array());
    keys = Floats.of(k.array());
    values = Floats.of(v.array());
    read = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    queryGradient = backward && q.wantsGradient() ? Floats.of(q.gradient()) : null;
    keyGradient = backward && k.wantsGradient() ? Floats.of(k.gradient()) : null;
    valueGradient = backward && v.wantsGradient() ? Floats.of(v.gradient()) : null;
    readGradient = backward ? Floats.of(y.gradient()) : null;
    int block = Math.min(BLOCK, length);
    stride = heads * block + PADDING;
    int blocks = (length + BLOCK - 1) / BLOCK;
    blockStart = new long[blocks];
    long first = 0;
    for (int i = 0; i < blocks; i++) {
      blockStart[i] = first;
      first += (long) Math.min(length, (i + 1) * BLOCK) * stride;
    }
    perSequence = first;
    weights = new Memory(backward ? batch * perSequence : perSequence);
    slopes = new Memory((long) length * stride);
    turned = new Memory((long) heads * width * (block + PADDING));
    rows = new float[length][heads * block];
    slopeRows = new float[backward ? length : 0][heads * block];
    largest = new float[heads * block];
    sums = new float[heads * block];
    turnedRows = new float[heads * width][block];
    four = new float[4][heads * width];
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int i = 0; i < blockStart.length; i++) {
        forward(b, i);
      }
    }
  }

  private void forward(int b, int block) {
    int first = block * BLOCK; // the block's first query
    int count = Math.min(BLOCK, length - first);
    int seen = first + count; // keys
    int columns = heads * count;
    long at = (weights.isWhole(batch * perSequence) ? b * perSequence : 0) + blockStart[block];
    long row = (long) b * length;

    turn(queries, row + first, count);
    for (int h = 0;
        h < heads;
        h++) { // scores' (seen, count) = keys (seen, d) x queries' (d, count)
      product(
          seen,
          count,
          width,
          1,
          keys.at(row * keys.stride + h * width),
          keys.stride,
          turned.at((long) h * width * turnedStride()),
          turnedStride(),
          0,
          weights.at(at + (long) h * count),
          stride);
    }
    Arrays.fill(largest, HIDDEN);
    Arrays.fill(sums, 0);
    for (int j = 0; j < seen; j++) {
      weights.read(at + (long) j * stride, rows[j], columns);
      if (j > first) {
        hide(rows[j], j - first, count, HIDDEN);
      }
      raise(rows[j], largest, columns);
    }
    for (int j = 0; j < seen; j++) {
      exponentiate(rows[j], largest, sums, scale, columns);
    }
    invert(sums, columns);
    for (int j = 0; j < seen; j++) {
      Functions.multiply(sums, rows[j], columns);
      if (j > first) {
        hide(rows[j], j - first, count, 0);
      }
      weights.write(at + (long) j * stride, rows[j], columns);
    }
    for (int h = 0; h < heads; h++) { // read (count, d) = weights (count, seen) x values (seen, d)
      productOfTransposed(
          count,
          width,
          seen,
          weights,
          at + (long) h * count,
          stride,
          values,
          row * values.stride + h * width,
          0,
          read.at((row + first) * read.stride + h * width),
          read.stride);
    }
  }

  @Override
  public void backward() {
    float queryBeta = queryGradient == null ? 0 : q.beta();
    float keyBeta = keyGradient == null ? 0 : k.beta();
    float valueBeta = valueGradient == null ? 0 : v.beta();
    for (int b = 0; b < batch; b++) {
      for (int i = blockStart.length - 1; i >= 0; i--) { // the last block reaches all keys
        boolean last = i == blockStart.length - 1;
        backward(b, i, queryBeta, last ? keyBeta : 1, last ? valueBeta : 1);
      }
    }
  }

  private void backward(int b, int block, float queryBeta, float keyBeta, float valueBeta) {
    int first = block * BLOCK;
    int count = Math.min(BLOCK, length - first);
    int seen = first + count;
    int columns = heads * count;
    long at = b * perSequence + blockStart[block];
    long row = (long) b * length;

    turn(readGradient, row + first, count);
    for (int h = 0;
        h < heads;
        h++) { // dweights' (seen, count) = values (seen, d) x dread' (d, count)
      product(
          seen,
          count,
          width,
          1,
          values.at(row * values.stride + h * width),
          values.stride,
          turned.at((long) h * width * turnedStride()),
          turnedStride(),
          0,
          slopes.at((long) h * count),
          stride);
    }
    if (valueGradient != null) {
      for (int h = 0;
          h < heads;
          h++) { // dvalues (seen, d) = weights' (seen, count) x dread (count, d)
        product(
            seen,
            width,
            count,
            1,
            weights.at(at + (long) h * count),
            stride,
            readGradient.at((row + first) * readGradient.stride + h * width),
            readGradient.stride,
            valueBeta,
            valueGradient.at(row * valueGradient.stride + h * width),
            valueGradient.stride);
      }
    }
    Arrays.fill(sums, 0);
    for (int j = 0; j < seen; j++) {
      weights.read(at + (long) j * stride, rows[j], columns);
      slopes.read((long) j * stride, slopeRows[j], columns);
      Functions.addProduct(rows[j], slopeRows[j], sums, columns);
    }
    for (int j = 0; j < seen; j++) {
      slope(rows[j], slopeRows[j], sums, scale, columns);
      slopes.write((long) j * stride, slopeRows[j], columns);
    }
    for (int h = 0; h < heads; h++) {
      if (keyGradient != null) { // dkeys (seen, d) = dscores' (seen, count) x queries (count, d)
        product(
            seen,
            width,
            count,
            1,
            slopes.at((long) h * count),
            stride,
            queries.at((row + first) * queries.stride + h * width),
            queries.stride,
            keyBeta,
            keyGradient.at(row * keyGradient.stride + h * width),
            keyGradient.stride);
      }
      if (queryGradient != null) { // dqueries (count, d) = dscores (count, seen) x keys (seen, d)
        productOfTransposed(
            count,
            width,
            seen,
            slopes,
            (long) h * count,
            stride,
            keys,
            row * keys.stride + h * width,
            queryBeta,
            queryGradient.at((row + first) * queryGradient.stride + h * width),
            queryGradient.stride);
      }
    }
  }

  private int turnedStride() {
    return Math.min(BLOCK, length) + PADDING;
  }

  /** Copies a block of rows transposed, four rows at a time: products read it faster so. */
  private void turn(Floats from, long firstRow, int count) {
    int columns = heads * width;
    int base = (int) (firstRow * from.stride);
    int r = 0;
    for (; r + 4 <= count; r += 4) {
      for (int i = 0; i < 4; i++) {
        from.read(base + (r + i) * from.stride, four[i], 0, columns);
      }
      scatter(four[0], four[1], four[2], four[3], turnedRows, r, columns);
    }
    for (; r < count; r++) {
      from.read(base + r * from.stride, four[0], 0, columns);
      for (int c = 0; c < columns; c++) {
        turnedRows[c][r] = four[0][c];
      }
    }
    for (int c = 0; c < columns; c++) {
      turned.write((long) c * turnedStride(), turnedRows[c], count);
    }
  }

  private static void scatter(
      float[] a, float[] b, float[] c, float[] d, float[][] to, int at, int columns) {
    for (int i = 0; i < columns; i++) {
      float[] row = to[i];
      row[at] = a[i];
      row[at + 1] = b[i];
      row[at + 2] = c[i];
      row[at + 3] = d[i];
    }
  }

  /** {@code C = A B + beta C}, at most {@value #LONGEST_SUM} rows of A at a time. */
  private static void product(
      int m,
      int n,
      int depth,
      float alpha,
      FloatPointer a,
      int lda,
      FloatPointer b,
      int ldb,
      float beta,
      FloatPointer c,
      int ldc) {
    long a0 = a.position();
    long c0 = c.position();
    for (int i = 0; i < m; i += LONGEST_SUM) {
      Blas.product(
          Math.min(LONGEST_SUM, m - i),
          n,
          depth,
          alpha,
          a.position(a0 + (long) i * lda),
          lda,
          b,
          ldb,
          beta,
          c.position(c0 + (long) i * ldc),
          ldc);
    }
  }

  /** {@code C = A' B + beta C}, summed over at most {@value #LONGEST_SUM} rows at a time. */
  private static void productOfTransposed(
      int m,
      int n,
      int depth,
      Memory a,
      long a0,
      int lda,
      Floats b,
      long b0,
      float beta,
      FloatPointer c,
      int ldc) {
    for (int i = 0; i < depth; i += LONGEST_SUM) {
      Blas.productTransposedA(
          m,
          n,
          Math.min(LONGEST_SUM, depth - i),
          1,
          a.at(a0 + (long) i * lda),
          lda,
          b.at(b0 + (long) i * b.stride),
          b.stride,
          i == 0 ? beta : 1,
          c,
          ldc);
    }
  }

  /** Overwrites the first {@code hidden} queries of each head. */
  private void hide(float[] row, int hidden, int count, float with) {
    for (int h = 0; h < heads; h++) {
      Arrays.fill(row, h * count, h * count + hidden, with);
    }
  }

  private static void raise(float[] x, float[] max, int n) {
    for (int i = 0; i < n; i++) {
      max[i] = Math.max(max[i], x[i]);
    }
  }

  private static void exponentiate(float[] x, float[] max, float[] sum, float scale, int n) {
    for (int i = 0; i < n; i++) {
      float e = Functions.expOfNegative((x[i] - max[i]) * scale);
      x[i] = e;
      sum[i] += e;
    }
  }

  private static void invert(float[] x, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = 1f / x[i];
    }
  }

  private static void slope(float[] weight, float[] d, float[] sum, float scale, int n) {
    for (int i = 0; i < n; i++) {
      d[i] = weight[i] * (d[i] - sum[i]) * scale;
    }
  }
}
