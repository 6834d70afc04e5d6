package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products against plain loops in float64: on vectors where the JVM has them, and without. */
class TestProducts {

  private static final int[] ROWS = {1, 2, 5, 6, 7, 11, 13};
  private static final int[] COLUMNS = {1, 4, 5, 16, 17, 31, 32, 33, 64, 65};
  private static final int[] DEPTHS = {1, 2, 7, 255, 256, 257};
  private static final float MARK = 12345; // around what a product may write

  enum Form {
    PLAIN,
    TRANSPOSED_A,
    TRANSPOSED_B,
    PACKED,
    PACKED_TRANSPOSED
  }

  static Stream<Tile> tiles() {
    return Lanes.available() ? Stream.of(new VectorTile(), new Tile()) : Stream.of(new Tile());
  }

  @ParameterizedTest
  @MethodSource("tiles")
  void everyFormAgreesWithFloat64AtAllEdges(Tile tile) {
    Products products = new Products(tile);
    Random random = new Random(1);
    for (int m : ROWS) {
      for (int n : COLUMNS) {
        for (int k : DEPTHS) {
          for (Form form : Form.values()) {
            new Trial(random, form, m, n, k).agrees(products, tile);
          }
        }
      }
    }
  }

  /** The shapes of a step: rows of a part of a batch, widths of projections. */
  @ParameterizedTest
  @MethodSource("tiles")
  void everyFormAgreesAtADecodersShapes(Tile tile) {
    Products products = new Products(tile);
    Random random = new Random(2);
    for (int[] s : new int[][] {{256, 384, 128}, {252, 128, 512}, {128, 512, 256}, {64, 192, 32}}) {
      for (Form form : Form.values()) {
        new Trial(random, form, s[0], s[1], s[2]).agrees(products, tile);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tiles")
  void alphaAndBetaMayBeAnyNumber(Tile tile) {
    Products products = new Products(tile);
    Random random = new Random(3);
    for (float alpha : new float[] {1, -1, 0.25f, 0}) {
      for (float beta : new float[] {0, 1, -0.5f}) {
        for (Form form : Form.values()) {
          Trial trial = new Trial(random, form, 13, 37, 300);
          trial.alpha = alpha;
          trial.beta = beta;
          trial.agrees(products, tile);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tiles")
  void aSumOfNoTermsIsZero(Tile tile) {
    float[] c = {1, 2, 3, 4};
    new Products(tile)
        .multiply(2, 2, 0, 1, new float[0], 0, 1, 1, new float[0], 0, 1, 1, 0, c, 0, 2);
    assertThat(c).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("tiles")
  void whatWasInCIsNotReadWhereBetaIsZero(Tile tile) {
    Random random = new Random(4);
    for (Form form : Form.values()) {
      Trial trial = new Trial(random, form, 8, 35, 5);
      trial.beta = 0;
      trial.fillC(Float.NaN);
      trial.agrees(new Products(tile), tile);
    }
  }

  @ParameterizedTest
  @MethodSource("tiles")
  void nanAndInfinityReachTheirRowAndColumnOnly(Tile tile) {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      for (int row : new int[] {0, 6, 7}) {
        for (int column : new int[] {0, 31, 34}) {
          reachesOnly(tile, bad, row, column);
        }
      }
    }
  }

  private static void reachesOnly(Tile tile, float bad, int row, int column) {
    int m = 8;
    int n = 35;
    int k = 3;
    float[] a = new float[m * k];
    float[] b = new float[k * n];
    float[] c = new float[m * n];
    Arrays.fill(a, 1);
    Arrays.fill(b, 1);
    a[row * k + 1] = bad;
    b[k / 2 * n + column] = 0; // infinity times zero is not a number
    new Products(tile).multiply(m, n, k, 1, a, 0, k, 1, b, 0, n, 1, 0, c, 0, n);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        float expected = i == row ? (j == column ? Float.NaN : bad) : j == column ? 2 : 3;
        assertThat(Float.valueOf(c[i * n + j]))
            .as("row %d, column %d", i, j)
            .isEqualTo(Float.valueOf(expected));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tiles")
  void digitsAreEqualOnRepetitionAndAtOtherPlaces(Tile tile) {
    for (Form form : Form.values()) {
      Trial one = new Trial(new Random(5), form, 29, 70, 300);
      Trial other = new Trial(new Random(5), form, 29, 70, 300, 3, 21);
      one.beta = 0;
      other.beta = 0;
      other.alpha = one.alpha;
      float[] first = one.result(new Products(tile), tile);
      assertThat(Arrays.equals(one.result(new Products(tile), tile), first)).isTrue();
      assertThat(Arrays.equals(other.result(new Products(tile), tile), first)).isTrue();
    }
  }

  @Test
  void bothFactorsMayBeOneMatrix() {
    int n = 40;
    float[] a = new float[n * n];
    Random random = new Random(6);
    for (int i = 0; i < a.length; i++) {
      a[i] = random.nextFloat() - 0.5f;
    }
    float[] c = new float[n * n];
    new Products().multiply(n, n, n, 1, a, 0, 1, n, a, 0, n, 1, 0, c, 0, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(c[i * n + j]).isEqualTo(c[j * n + i]);
      }
    }
  }

  @Test
  void aMatrixPackedForOtherTilesIsRefused() {
    assumeTrue(Lanes.available());
    PackedMatrix packed = new PackedMatrix(4, 4, new Tile());
    float[] some = new float[64];
    Products products = new Products(new VectorTile());
    assertThatThrownBy(() -> products.product(2, 1, some, 0, 4, packed, 0, some, 32, 4))
        .hasMessageStartingWith("Invalid packed matrix: strips of 4");
  }

  /** One product in arrays with offsets, strides and marks around. */
  private static final class Trial {
    final Form form;
    final int m;
    final int n;
    final int k;
    final int at;
    final float[] a;
    final float[] b;
    final float[] c;
    final int aStride;
    final int bStride;
    final int cStride;
    float alpha;
    float beta;

    Trial(Random random, Form form, int m, int n, int k) {
      this(random, form, m, n, k, random.nextInt(20), random.nextInt(5));
    }

    Trial(Random random, Form form, int m, int n, int k, int at, int padding) {
      this.form = form;
      this.m = m;
      this.n = n;
      this.k = k;
      this.at = at;
      boolean bTurned = form == Form.TRANSPOSED_B || form == Form.PACKED_TRANSPOSED;
      aStride = (form == Form.TRANSPOSED_A ? m : k) + padding;
      bStride = (bTurned ? k : n) + padding;
      cStride = n + padding;
      Random numbers = new Random(7);
      a = matrix(numbers, form == Form.TRANSPOSED_A ? k : m, aStride, padding);
      b = matrix(numbers, bTurned ? n : k, bStride, padding);
      c = matrix(numbers, m, cStride, padding);
      alpha = random.nextBoolean() ? 1 : -0.5f;
      beta = random.nextInt(3) - 1;
    }

    /** Random where the matrix is, marks elsewhere; no element beyond the last. */
    private float[] matrix(Random random, int rows, int stride, int padding) {
      float[] x = new float[at + rows * stride - padding];
      Arrays.fill(x, MARK);
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < stride - padding; j++) {
          x[at + i * stride + j] = random.nextFloat() - 0.5f;
        }
      }
      return x;
    }

    void fillC(float value) {
      for (int i = 0; i < m; i++) {
        Arrays.fill(c, at + i * cStride, at + i * cStride + n, value);
      }
    }

    private double a(int i, int p) {
      return form == Form.TRANSPOSED_A ? a[at + p * aStride + i] : a[at + i * aStride + p];
    }

    private double b(int p, int j) {
      return form == Form.TRANSPOSED_B || form == Form.PACKED_TRANSPOSED
          ? b[at + j * bStride + p]
          : b[at + p * bStride + j];
    }

    private float[] run(Products products, Tile tile) {
      float[] y = c.clone();
      switch (form) {
        case PLAIN ->
            products.multiply(
                m, n, k, alpha, a, at, aStride, 1, b, at, bStride, 1, beta, y, at, cStride);
        case TRANSPOSED_A ->
            products.multiply(
                m, n, k, alpha, a, at, 1, aStride, b, at, bStride, 1, beta, y, at, cStride);
        case TRANSPOSED_B ->
            products.multiply(
                m, n, k, alpha, a, at, aStride, 1, b, at, 1, bStride, beta, y, at, cStride);
        case PACKED -> {
          PackedMatrix packed = new PackedMatrix(k, n, tile).pack(b, at, bStride);
          products.product(m, alpha, a, at, aStride, packed, beta, y, at, cStride);
        }
        case PACKED_TRANSPOSED -> {
          PackedMatrix packed = new PackedMatrix(k, n, tile).packTransposed(b, at, bStride);
          products.product(m, alpha, a, at, aStride, packed, beta, y, at, cStride);
        }
      }
      return y;
    }

    float[] result(Products products, Tile tile) {
      float[] y = run(products, tile);
      float[] dense = new float[m * n];
      for (int i = 0; i < m; i++) {
        System.arraycopy(y, at + i * cStride, dense, i * n, n);
      }
      return dense;
    }

    void agrees(Products products, Tile tile) {
      float[] y = run(products, tile);
      int wrong = 0;
      int next = 0;
      for (int i = 0; i < m; i++) {
        wrong += marksMissing(y, next, at + i * cStride);
        next = at + i * cStride + n;
        for (int j = 0; j < n; j++) {
          double sum = 0;
          double size = 0;
          for (int p = 0; p < k; p++) {
            sum += a(i, p) * b(p, j);
            size += Math.abs(a(i, p) * b(p, j));
          }
          float before = c[at + i * cStride + j];
          double expected = alpha * sum + (beta == 0 ? 0 : beta * before);
          // Each of k roundings is below 6e-8 of a partial sum; they do not all point one way.
          double allowed = 6e-8 * (Math.sqrt(k) + 2) * (size + 1);
          wrong += Math.abs(y[at + i * cStride + j] - expected) <= allowed ? 0 : 1;
        }
      }
      wrong += marksMissing(y, next, y.length);
      assertThat(wrong)
          .as("%s %s m %d n %d k %d alpha %s beta %s", tile, form, m, n, k, alpha, beta)
          .isZero();
    }

    private static int marksMissing(float[] y, int from, int to) {
      int missing = 0;
      for (int i = from; i < to; i++) {
        missing += y[i] == MARK ? 0 : 1;
      }
      return missing;
    }
  }
}
