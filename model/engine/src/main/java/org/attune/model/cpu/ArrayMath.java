package org.attune.model.cpu;

import java.util.Arrays;

/** Arithmetic on whole arrays, in loops that the compiler vectorises. */
final class ArrayMath {

  private ArrayMath() {}

  /** Multiplies x by y, into y. */
  static void multiply(float[] x, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] *= x[i];
    }
  }

  /** {@code y = factor y}; a factor of 0 sets zeros even where y is not finite. */
  static void scale(float factor, float[] y, int from, int n) {
    if (factor == 0) {
      Arrays.fill(y, from, from + n, 0);
      return;
    }
    for (int i = from; i < from + n; i++) {
      y[i] *= factor;
    }
  }

  /** y += x. */
  static void add(float[] x, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] += x[i];
    }
  }

  /** z += x * y. */
  static void addProduct(float[] x, float[] y, float[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = Math.fma(x[i], y[i], z[i]);
    }
  }

  /** The sum of x[i] y[i] over [from, to), in eight running sums. */
  static float dot(float[] x, float[] y, int from, int to) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    int i = from;
    for (; i < to - 7; i += 8) {
      a = Math.fma(x[i], y[i], a);
      b = Math.fma(x[i + 1], y[i + 1], b);
      c = Math.fma(x[i + 2], y[i + 2], c);
      d = Math.fma(x[i + 3], y[i + 3], d);
      e = Math.fma(x[i + 4], y[i + 4], e);
      f = Math.fma(x[i + 5], y[i + 5], f);
      g = Math.fma(x[i + 6], y[i + 6], g);
      h = Math.fma(x[i + 7], y[i + 7], h);
    }
    for (; i < to; i++) {
      a = Math.fma(x[i], y[i], a);
    }
    return ((a + b) + (c + d)) + ((e + f) + (g + h));
  }

  /** The sum of x over [from, to). */
  static float sum(float[] x, int from, int to) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int i = from;
    for (; i < to - 3; i += 4) {
      a += x[i];
      b += x[i + 1];
      c += x[i + 2];
      d += x[i + 3];
    }
    for (; i < to; i++) {
      a += x[i];
    }
    return (a + b) + (c + d);
  }

  /**
   * The sum of x over [from, to), in float64, so that many small numbers count beside a large one.
   */
  static double total(float[] x, int from, int to) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = from;
    for (; i < to - 3; i += 4) {
      a += x[i];
      b += x[i + 1];
      c += x[i + 2];
      d += x[i + 3];
    }
    for (; i < to; i++) {
      a += x[i];
    }
    return (a + b) + (c + d);
  }

  /** The largest of x over [from, to). */
  static float max(float[] x, int from, int to) {
    float a = x[from];
    float b = a;
    float c = a;
    float d = a;
    int i = from;
    for (; i < to - 3; i += 4) {
      a = Math.max(a, x[i]);
      b = Math.max(b, x[i + 1]);
      c = Math.max(c, x[i + 2]);
      d = Math.max(d, x[i + 3]);
    }
    for (; i < to; i++) {
      a = Math.max(a, x[i]);
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }
}
