package org.attune.model.cpu;

import org.attune.model.primitive.elementwise.Op;

/**
 * The loops of a fused expression. Each runs one step over arrays at one common index, so that it
 * vectorises.
 */
final class BlockLoops {

  private static final float FAR = 20f; // beyond it tanh is 1 in float32

  private static final float FARTHEST = 30f; // beyond it a sigmoid is negligible

  private BlockLoops() {}

  static void add(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] + b[i];
    }
  }

  static void subtract(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] - b[i];
    }
  }

  static void multiply(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] * b[i];
    }
  }

  static void divide(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] / b[i];
    }
  }

  /** {@code y = a + b} and so on, with one number b. */
  static void withNumber(Op op, float[] a, float b, float[] y, int n) {
    switch (op) {
      case ADD -> add(a, b, y, n);
      case SUBTRACT -> add(a, -b, y, n);
      case MULTIPLY -> multiply(a, b, y, n);
      case DIVIDE -> divide(a, b, y, n);
      default -> throw new UnsupportedOperationException(op.name());
    }
  }

  /** {@code y = a + b} and so on, with one number a. */
  static void ofNumber(Op op, float a, float[] b, float[] y, int n) {
    switch (op) {
      case ADD -> add(b, a, y, n);
      case SUBTRACT -> subtract(a, b, y, n);
      case MULTIPLY -> multiply(b, a, y, n);
      case DIVIDE -> divide(a, b, y, n);
      default -> throw new UnsupportedOperationException(op.name());
    }
  }

  private static void add(float[] a, float b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] + b;
    }
  }

  private static void subtract(float a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a - b[i];
    }
  }

  private static void multiply(float[] a, float b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] * b;
    }
  }

  private static void divide(float[] a, float b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] / b;
    }
  }

  private static void divide(float a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a / b[i];
    }
  }

  static void min(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.min(a[i], b[i]);
    }
  }

  static void max(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.max(a[i], b[i]);
    }
  }

  static void negate(float[] a, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = -a[i];
    }
  }

  static void abs(float[] a, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.abs(a[i]);
    }
  }

  static void sqrt(float[] a, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = (float) Math.sqrt(a[i]);
    }
  }

  static void sigmoid(float[] a, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      float x = Math.max(-FARTHEST, Math.min(FARTHEST, -a[i]));
      y[i] = 1f / (2f + expm1(x));
    }
  }

  /**
   * e^x - 1 for |x| up to {@link #FARTHEST}, to about 1e-5 of its size: as in {@link
   * PointwiseFunctions#expm1}, with four more terms.
   */
  private static float expm1(float x) {
    float r = x * (1f / 32);
    float p = Math.fma(r, 1f / 362_880, 1f / 40_320);
    p = Math.fma(p, r, 1f / 5040);
    p = Math.fma(p, r, 1f / 720);
    p = Math.fma(p, r, 1f / 120);
    p = Math.fma(p, r, 1f / 24);
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

  static void tanh(float[] a, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      float e = PointwiseFunctions.expm1(Math.max(-FAR, Math.min(FAR, 2f * a[i])));
      y[i] = e / (e + 2f);
    }
  }

  static void less(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] < b[i] ? 1f : 0f;
    }
  }

  static void atMost(float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] <= b[i] ? 1f : 0f;
    }
  }

  static void where(float[] a, float[] b, float[] c, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = a[i] != 0f ? b[i] : c[i];
    }
  }
}
