package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.math3.special.Erf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spans of all lengths, at places of their own, against plain loops in float64. */
class TestSpans {

  private static final int LONGEST = 70;

  private final Random random = new Random(1);

  static Stream<Spans> spans() {
    return Lanes.available() ? Stream.of(new VectorSpans(), new Spans()) : Stream.of(new Spans());
  }

  private Span span(int n) {
    return new Span(random, n);
  }

  @ParameterizedTest
  @MethodSource("spans")
  void sumsAndProductsAreRight(Spans spans) {
    for (int n = 0; n < LONGEST; n++) {
      Span x = span(n);
      Span y = span(n);
      Span z = span(n);
      float[] a = x.numbers();
      float[] b = y.numbers();
      float[] c = z.numbers();

      spans.addProduct(x.data, x.at, y.data, y.at, z.data, z.at, n);
      z.is(i -> a[i] * b[i] + c[i], 1e-6);
      spans.product(x.data, x.at, y.data, y.at, z.data, z.at, n);
      z.is(i -> a[i] * b[i], 1e-6);
      spans.scale(-3, x.data, x.at, z.data, z.at, n);
      z.is(i -> -3 * a[i], 1e-6);
      spans.add(x.data, x.at, y.data, y.at, n);
      y.is(i -> a[i] + b[i], 1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("spans")
  void sumsOfProductsAreRight(Spans spans) {
    for (int n = 0; n < LONGEST; n++) {
      Span x = span(n);
      Span y = span(n);
      Span z = span(n);
      double two = 0;
      double three = 0;
      for (int i = 0; i < n; i++) {
        double product = (double) x.numbers()[i] * y.numbers()[i];
        two += product;
        three += product * z.numbers()[i];
      }
      assertThat((double) spans.dot(x.data, x.at, y.data, y.at, n)).isCloseTo(two, within(1e-5));
      assertThat((double) spans.dotOfThree(x.data, x.at, y.data, y.at, z.data, z.at, n))
          .isCloseTo(three, within(1e-5));
    }
  }

  @ParameterizedTest
  @MethodSource("spans")
  void exponentialsKeepTheirDigitsDownToTheLeastNumber(Spans spans) {
    int n = 16 * LONGEST + 3;
    float[] x = new float[n];
    float[] y = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = 3 - 87.3f * i / (n - 1);
    }
    spans.exp(1, x, 0, 3, y, 0, n);
    for (int i = 0; i < n; i++) {
      double expected = Math.exp(x[i] - 3f);
      assertThat((double) y[i]).as("e^%s", x[i] - 3f).isCloseTo(expected, within(2e-7 * expected));
    }
    assertThat(y[0]).isEqualTo(1);

    float[] far = {-87.5f, -89, -1e30f, Float.NEGATIVE_INFINITY, Float.NaN, 0};
    spans.exp(1, far, 0, 0, far, 0, far.length);
    assertThat(far[0]).isBetween(0f, 1.2e-38f);
    assertThat(Arrays.copyOfRange(far, 1, 6)).containsExactly(0, 0, 0, Float.NaN, 1);
  }

  @ParameterizedTest
  @MethodSource("spans")
  void exponentialsOfColumnsAreRightAndAddUp(Spans spans) {
    for (int n = 0; n < LONGEST; n++) {
      Span x = span(n);
      float[] xs = x.numbers();
      float[] less = new float[n];
      float[] sums = new float[n];
      for (int i = 0; i < n; i++) {
        less[i] = 1 + i;
        sums[i] = i;
      }
      spans.expOfColumns(0.5f, x.data, x.at, less, sums, n);
      x.is(i -> Math.exp(0.5 * (xs[i] - less[i])), 1e-6);
      for (int i = 0; i < n; i++) {
        assertThat(sums[i]).isEqualTo(i + x.data[x.at + i]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("spans")
  void maximaAndSlopesOfColumnsAreRight(Spans spans) {
    for (int n = 0; n < LONGEST; n++) {
      Span x = span(n);
      Span s = span(n);
      float[] xs = x.numbers();
      float[] before = s.numbers();
      float[] column = span(n).numbers();
      float[] raised = column.clone();
      spans.raise(x.data, x.at, raised, n);
      spans.slopes(0.5f, x.data, x.at, column, s.data, s.at, n);
      x.is(i -> xs[i], 0);
      for (int i = 0; i < n; i++) {
        assertThat(raised[i]).isEqualTo(Math.max(xs[i], column[i]));
      }
      s.is(i -> 0.5 * xs[i] * (before[i] - column[i]), 1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("spans")
  void geluAndItsSlopeAreRightAndKeepTheSign(Spans spans) {
    int n = 16 * LONGEST + 3;
    float[] x = new float[n];
    float[] y = new float[n];
    float[] slope = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = 16 * (2 * random.nextFloat() - 1);
    }
    x[0] = Float.NaN;
    spans.gelu(x, 0, y, 0, slope, 0, n);
    assertThat(y[0]).isNaN();
    assertThat(slope[0]).isNaN();
    for (int i = 1; i < n; i++) {
      double share = Erf.erfc(-x[i] / Math.sqrt(2)) / 2;
      double density = Math.exp(-0.5 * x[i] * x[i]) / Math.sqrt(2 * Math.PI);
      assertThat((double) y[i]).isCloseTo(x[i] * share, within(1e-6 * Math.max(1, x[i])));
      assertThat((double) slope[i]).isCloseTo(share + x[i] * density, within(1e-6));
      assertThat(Math.signum(y[i])).isEqualTo(Math.signum(x[i]));
    }
  }

  @ParameterizedTest
  @MethodSource("spans")
  void adjointsAreRight(Spans spans) {
    for (int n = 0; n < LONGEST; n++) {
      Span w = span(n);
      Span along = span(n);
      Span d = span(n);
      Span x = span(n);
      float[] ws = w.numbers();
      float[] alongs = along.numbers();
      float[] ds = d.numbers();
      float[] xs = x.numbers();

      spans.across(
          2, 0.5f, w.data, w.at, d.data, d.at, along.data, along.at, x.data, x.at, true, n);
      x.is(i -> xs[i] + 2 * (ds[i] * alongs[i] - 0.5 * ws[i]), 1e-6);
      spans.across(
          2, 0.5f, w.data, w.at, d.data, d.at, along.data, along.at, x.data, x.at, false, n);
      x.is(i -> 2 * (ds[i] * alongs[i] - 0.5 * ws[i]), 1e-6);
    }
  }
}
