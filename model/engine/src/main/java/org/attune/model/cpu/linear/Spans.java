package org.attune.model.cpu.linear;

/**
 * Arithmetic along spans: a span is a range of an array, usually a row of a matrix. The compiler
 * vectorises such loops only if all spans begin at one common offset.
 *
 * <p>Results equal those of scalar arithmetic, except {@link #dot} and {@link #dotOfThree}, whose
 * order of summation depends on the length only. Spans of one call are identical or do not overlap.
 *
 * <p>This class computes number by number. {@link VectorSpans} computes a vector at a time, and
 * leaves the remainder of a span to this class.
 */
public class Spans {

  static final float FAR = 20f; // beyond it the exponential is negligible in float32
  static final float LEAST = 1e-30f; // keeps a sign, and is not subnormal

  /** From here on e^x counts as 0: it is about 2^-127, whose float32 exponent bits are 0. */
  static final float NOTHING = -88f;

  /** The float32 range with a spacing of 1: adding a number to this rounds it to an integer. */
  static final float WHOLE = 1.5f * (1 << 23);

  static final int EXPONENT = 23; // the position of a float32's exponent bits
  static final int ONE = 127 << EXPONENT; // 1 as bits
  static final float PER_LN2 = 1.4426950f;
  static final float LN2 = 0.69314575f; // its leading bits: products with an integer are exact
  static final float LN2_REST = 1.4286068e-6f;

  /**
   * {@code (e^r - 1 - r) / r^2} for |r| up to ln(2)/2: minimax, with a relative error of 3e-9 in
   * e^r.
   */
  static final float E2 = 0.49999994f;

  static final float E3 = 0.16666521f;
  static final float E4 = 0.04166839f;
  static final float E5 = 0.008368745f;
  static final float E6 = 0.001381454f;

  /** {@code y += x}. */
  public void add(float[] x, int xAt, float[] y, int yAt, int n) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] += x[xAt + i];
    }
  }

  /** {@code z += x y}. */
  public void addProduct(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    for (int i = 0; i < n; i++) {
      z[zAt + i] = Math.fma(x[xAt + i], y[yAt + i], z[zAt + i]);
    }
  }

  /** {@code z = x y}; z may be x or y. */
  public void product(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    for (int i = 0; i < n; i++) {
      z[zAt + i] = x[xAt + i] * y[yAt + i];
    }
  }

  /** {@code y = factor x}; y may be x. */
  public void scale(float factor, float[] x, int xAt, float[] y, int yAt, int n) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] = factor * x[xAt + i];
    }
  }

  /** {@code y += factor x}. */
  public void addScaled(float factor, float[] x, int xAt, float[] y, int yAt, int n) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] = Math.fma(factor, x[xAt + i], y[yAt + i]);
    }
  }

  /** The sum of {@code x y}. */
  public float dot(float[] x, int xAt, float[] y, int yAt, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Math.fma(x[xAt + i], y[yAt + i], sum);
    }
    return sum;
  }

  /** The sum of {@code x y z}. */
  public float dotOfThree(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Math.fma(x[xAt + i] * y[yAt + i], z[zAt + i], sum);
    }
    return sum;
  }

  /**
   * {@code y = x Phi(x)} and its slope {@code Phi(x) + x phi(x)}, to about 2e-7. Phi is the
   * Gaussian distribution function by Abramowitz and Stegun 7.1.26. It is never 0, so y keeps the
   * sign of x.
   */
  public void gelu(float[] x, int xAt, float[] y, int yAt, float[] slope, int slopeAt, int n) {
    for (int i = 0; i < n; i++) {
      float v = x[xAt + i];
      float e = tail(Math.max(-FAR, -0.5f * v * v));
      float t = 1f / Math.fma(Math.abs(v), 0.3275911f * 0.70710678f, 1f);
      float p = Math.fma(t, 1.061405429f, -1.453152027f);
      p = Math.fma(p, t, 1.421413741f);
      p = Math.fma(p, t, -0.284496736f);
      p = Math.fma(p, t, 0.254829592f);
      float beyond = Math.fma(0.5f * p * t, e, LEAST); // the tail beyond |v|
      float share = v < 0 ? beyond : 1f - beyond;
      slope[slopeAt + i] = Math.fma(v * 0.39894228f, e, share);
      y[yAt + i] = v * share;
    }
  }

  /** e^x from -20 to 0: e^(x/32) - 1 by its series, then five times {@code y(y + 2)}. */
  private static float tail(float x) {
    float r = x * (1f / 32);
    float p = Math.fma(r, 1f / 120, 1f / 24);
    p = Math.fma(p, r, 1f / 6);
    p = Math.fma(p, r, 0.5f);
    p = Math.fma(p, r, 1f);
    float y = p * r;
    for (int i = 0; i < 5; i++) {
      y = Math.fma(y, y, y + y);
    }
    return 1f + y; // each step squares y + 1, so it is never below 0
  }

  /**
   * {@code y = e^(factor (x - less))}; y may be x. For exponents up to 0. The relative error is
   * about 2e-7 down to 1e-38; below float32's range the result is 0.
   */
  public void exp(float factor, float[] x, int xAt, float less, float[] y, int yAt, int n) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] = exp(factor * (x[xAt + i] - less));
    }
  }

  /**
   * {@code x = e^(factor (x - less))} as in {@link #exp}, with a separate {@code less} for each
   * number; then {@code sums += x}.
   */
  public void expOfColumns(float factor, float[] x, int xAt, float[] less, float[] sums, int n) {
    expOfColumns(factor, x, xAt, less, sums, 0, n);
  }

  void expOfColumns(
      float factor, float[] x, int xAt, float[] less, float[] sums, int from, int to) {
    for (int i = from; i < to; i++) {
      float y = exp(factor * (x[xAt + i] - less[i]));
      x[xAt + i] = y;
      sums[i] += y;
    }
  }

  /** {@code y = max(x, y)}; y begins at 0. */
  public void raise(float[] x, int xAt, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.max(x[xAt + i], y[i]);
    }
  }

  /** {@code s = factor w (s - less)}; less begins at 0. */
  public void slopes(float factor, float[] w, int wAt, float[] less, float[] s, int sAt, int n) {
    for (int i = 0; i < n; i++) {
      s[sAt + i] = (s[sAt + i] - less[i]) * w[wAt + i] * factor;
    }
  }

  /** {@code 2^k e^r}, with integer k and |r| at most ln(2)/2. */
  private static float exp(float x) {
    float from = Math.max(x, NOTHING);
    float shifted = Math.fma(from, PER_LN2, WHOLE);
    float k = shifted - WHOLE;
    float r = Math.fma(k, -LN2_REST, Math.fma(k, -LN2, from));
    float p = Math.fma(r, E6, E5);
    p = Math.fma(r, p, E4);
    p = Math.fma(r, p, E3);
    p = Math.fma(r, p, E2);
    float e = Math.fma(r * r, p, r) + 1f;
    int bits = (Float.floatToRawIntBits(shifted) << EXPONENT) + ONE;
    return e * Float.intBitsToFloat(bits);
  }

  /**
   * {@code x = factor (d g - along u)}: the adjoint of a norm with unit row u and gain g.
   *
   * @param adds whether the result is added to x
   */
  public void across(
      float factor,
      float along,
      float[] u,
      int uAt,
      float[] d,
      int dAt,
      float[] g,
      int gAt,
      float[] x,
      int xAt,
      boolean adds,
      int n) {
    for (int i = 0; i < n; i++) {
      float slope = factor * Math.fma(-along, u[uAt + i], d[dAt + i] * g[gAt + i]);
      x[xAt + i] = adds ? x[xAt + i] + slope : slope;
    }
  }
}
