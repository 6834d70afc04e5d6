package org.attune.model.cpu.linear;

/** Number by number. */
final class ArraySpans implements Spans {

  static final float FAR = 20f; // beyond which the exponential is nothing in float32
  static final float LEAST = 1e-30f; // what keeps a sign, and is no subnormal

  @Override
  public void add(float[] x, int xAt, float[] y, int yAt, int n) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] += x[xAt + i];
    }
  }

  @Override
  public void addProduct(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    for (int i = 0; i < n; i++) {
      z[zAt + i] = Math.fma(x[xAt + i], y[yAt + i], z[zAt + i]);
    }
  }

  @Override
  public void product(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    for (int i = 0; i < n; i++) {
      z[zAt + i] = x[xAt + i] * y[yAt + i];
    }
  }

  @Override
  public void scale(float factor, float[] x, int xAt, float[] y, int yAt, int n) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] = factor * x[xAt + i];
    }
  }

  @Override
  public float dot(float[] x, int xAt, float[] y, int yAt, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Math.fma(x[xAt + i], y[yAt + i], sum);
    }
    return sum;
  }

  @Override
  public float dotOfThree(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Math.fma(x[xAt + i] * y[yAt + i], z[zAt + i], sum);
    }
    return sum;
  }

  @Override
  public void gelu(float[] x, int xAt, float[] y, int yAt, float[] slope, int slopeAt, int n) {
    for (int i = 0; i < n; i++) {
      float v = x[xAt + i];
      float e = exp(Math.max(-FAR, -0.5f * v * v));
      float t = 1f / Math.fma(Math.abs(v), 0.3275911f * 0.70710678f, 1f);
      float p = Math.fma(t, 1.061405429f, -1.453152027f);
      p = Math.fma(p, t, 1.421413741f);
      p = Math.fma(p, t, -0.284496736f);
      p = Math.fma(p, t, 0.254829592f);
      float beyond = Math.fma(0.5f * p * t, e, LEAST); // of |v|
      float share = v < 0 ? beyond : 1f - beyond;
      slope[slopeAt + i] = Math.fma(v * 0.39894228f, e, share);
      y[yAt + i] = v * share;
    }
  }

  /** e^x from -20 to 0: e^(x/32) - 1 by its series, then five times {@code y(y + 2)}. */
  private static float exp(float x) {
    float r = x * (1f / 32);
    float p = Math.fma(r, 1f / 120, 1f / 24);
    p = Math.fma(p, r, 1f / 6);
    p = Math.fma(p, r, 0.5f);
    p = Math.fma(p, r, 1f);
    float y = p * r;
    for (int i = 0; i < 5; i++) {
      y = Math.fma(y, y, y + y);
    }
    return 1f + y; // y + 1 is squared each time: never below 0
  }

  @Override
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
