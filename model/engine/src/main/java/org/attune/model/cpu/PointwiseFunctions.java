package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.primitive.Pointwise;

/**
 * Pointwise functions over arrays, with their slopes, accurate to about 2e-7.
 *
 * <p>Exponentials start from e^x - 1 by its series at x/32. Five doublings {@code y(y + 2)} follow;
 * they preserve the relative error of a small result.
 */
final class PointwiseFunctions {

  private static final Spans SPANS = Lanes.spans();
  private static final float FAR = 20f; // beyond it tanh is 1 in float32
  private static final float FARTHER =
      30f; // beyond it a sigmoid is negligible beside any other number

  private static final float LEAK = 0.01f;

  private PointwiseFunctions() {}

  /** Writes f(x) to y and f'(x) to slope, for the first n elements. */
  static void evaluate(Pointwise f, float[] x, float[] y, float[] slope, int n) {
    switch (f) {
      case SIGMOID -> sigmoid(x, y, slope, n);
      case HALF_SIGMOID -> halfSigmoid(x, y, slope, n);
      case SILU -> silu(x, y, slope, n);
      case RELU -> relu(x, y, slope, n);
      case LEAKY_RELU -> leakyRelu(x, y, slope, n);
      case GELU -> gelu(x, y, slope, n);
      case TANH -> tanh(x, y, slope, n);
      case IDENTITY -> identity(x, y, slope, n);
      case EXP -> exponential(x, y, slope, n);
      case SOFTPLUS -> softplus(x, y, slope, n);
    }
  }

  /** e^x - 1 for |x| up to {@link #FAR}; accurate to a few per cent up to {@link #FARTHER}. */
  static float expm1(float x) {
    float r = x * (1f / 32);
    float p = Math.fma(r, 1f / 120, 1f / 24);
    p = Math.fma(p, r, 1f / 6);
    p = Math.fma(p, r, 0.5f);
    p = Math.fma(p, r, 1f);
    float y = p * r;
    y = Math.fma(y, y, y + y);
    y = Math.fma(y, y, y + y);
    y = Math.fma(y, y, y + y);
    y = Math.fma(y, y, y + y);
    return Math.fma(y, y, y + y);
  }

  /** 1 / (1 + e^-x), never 0, so that a product with it keeps its sign. */
  static float sigmoid(float x) {
    return 1f / (2f + expm1(Math.max(-FARTHER, Math.min(FARTHER, -x))));
  }

  private static void sigmoid(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      float s = sigmoid(x[i]);
      y[i] = s;
      slope[i] = s * (1f - s);
    }
  }

  private static void halfSigmoid(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      float s = sigmoid(x[i]);
      y[i] = Math.fma(0.5f, s, 0.5f);
      slope[i] = 0.5f * s * (1f - s);
    }
  }

  private static void silu(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      float v = x[i];
      float s = sigmoid(v);
      float t = v * s;
      y[i] = t;
      slope[i] = Math.fma(t, 1f - s, s);
    }
  }

  private static void tanh(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      float e = expm1(Math.max(-FAR, Math.min(FAR, 2f * x[i])));
      float t = e / (e + 2f);
      y[i] = t;
      slope[i] = Math.fma(-t, t, 1f);
    }
  }

  private static void identity(float[] x, float[] y, float[] slope, int n) {
    System.arraycopy(x, 0, y, 0, n);
    Arrays.fill(slope, 0, n, 1f);
  }

  /** Uses the library over the full range, with no bound to |x|; for few elements. */
  private static void exponential(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = (float) Math.exp(x[i]);
      slope[i] = y[i];
    }
  }

  /** Uses the library; for few elements. */
  private static void softplus(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      double tail = Math.exp(-Math.abs(x[i]));
      y[i] = (float) (Math.max(x[i], 0) + Math.log1p(tail));
      slope[i] = (float) ((x[i] > 0 ? 1 : tail) / (1 + tail));
    }
  }

  private static void relu(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      float v = x[i];
      y[i] = Math.max(v, 0f);
      slope[i] = Math.min(1f, Math.max(0f, v * 1e38f));
    }
  }

  private static void leakyRelu(float[] x, float[] y, float[] slope, int n) {
    for (int i = 0; i < n; i++) {
      float v = x[i];
      y[i] = Math.max(v, LEAK * v);
      slope[i] = Math.min(1f, Math.max(LEAK, v * 1e38f));
    }
  }

  private static void gelu(float[] x, float[] y, float[] slope, int n) {
    SPANS.gelu(x, 0, y, 0, slope, 0, n);
  }
}
