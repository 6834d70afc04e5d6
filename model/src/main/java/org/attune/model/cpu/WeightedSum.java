package org.attune.model.cpu;

/** The weighted sum of many arrays, eight at a time so that sums stay in registers. */
final class WeightedSum {

  private static final int AT_ONCE = 8;

  private final float[][] arrays;
  private final float[] weights;
  private final float[] zeros;
  private int count;

  /**
   * @param capacity arrays at most
   * @param size elements of an array
   */
  WeightedSum(int capacity, int size) {
    arrays = new float[capacity + AT_ONCE][];
    weights = new float[capacity + AT_ONCE];
    zeros = new float[size];
  }

  void clear() {
    count = 0;
  }

  void add(float weight, float[] array) {
    weights[count] = weight;
    arrays[count++] = array;
  }

  /** Puts the sum's first n elements into y. */
  void into(float[] y, int n) {
    java.util.Arrays.fill(y, 0, n, 0);
    int whole = (count + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
    for (int t = count; t < whole; t++) {
      weights[t] = 0;
      arrays[t] = zeros;
    }
    for (int t = 0; t < whole; t += AT_ONCE) {
      addEight(y, t, n);
    }
  }

  private void addEight(float[] y, int t, int n) {
    eight(
        y,
        arrays[t],
        arrays[t + 1],
        arrays[t + 2],
        arrays[t + 3],
        arrays[t + 4],
        arrays[t + 5],
        arrays[t + 6],
        arrays[t + 7],
        weights,
        t,
        n);
  }

  private static void eight(
      float[] y,
      float[] a,
      float[] b,
      float[] c,
      float[] d,
      float[] e,
      float[] f,
      float[] g,
      float[] h,
      float[] weights,
      int t,
      int n) {
    float wa = weights[t];
    float wb = weights[t + 1];
    float wc = weights[t + 2];
    float wd = weights[t + 3];
    float we = weights[t + 4];
    float wf = weights[t + 5];
    float wg = weights[t + 6];
    float wh = weights[t + 7];
    for (int i = 0; i < n; i++) {
      float low = Math.fma(wa, a[i], Math.fma(wb, b[i], Math.fma(wc, c[i], wd * d[i])));
      float high = Math.fma(we, e[i], Math.fma(wf, f[i], Math.fma(wg, g[i], wh * h[i])));
      y[i] += low + high;
    }
  }
}
