package org.attune.model.cpu;

import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;

/** The softmax of one query's scores, in place. */
final class SoftmaxRow {

  private static final Spans SPANS = Lanes.spans();
  private static final float FAR = 1e30f; // its negative lies below any score that counts

  private SoftmaxRow() {}

  /** Runs over the first n scores. */
  static void forward(float[] x, int n) {
    SPANS.exp(1, x, 0, ArrayMath.max(x, 0, n), x, 0, n);
    ArrayMath.scale((float) (1 / ArrayMath.total(x, 0, n)), x, 0, n);
  }

  /** Runs over those of the first n scores where {@code shown} is 1; the others become 0. */
  static void forward(float[] x, float[] shown, int n) {
    hide(x, shown, n);
    SPANS.exp(1, x, 0, ArrayMath.max(x, 0, n), x, 0, n);
    ArrayMath.multiply(shown, x, n);
    ArrayMath.scale((float) (1 / ArrayMath.total(x, 0, n)), x, 0, n);
  }

  /** Replaces the gradient of the weights a by the scores' gradient. */
  static void backward(float[] a, float[] d, int n) {
    slope(a, d, ArrayMath.dot(a, d, 0, n), n);
  }

  private static void hide(float[] x, float[] shown, int n) {
    for (int i = 0; i < n; i++) {
      x[i] = Math.fma(shown[i] - 1f, FAR, x[i] * shown[i]);
    }
  }

  private static void slope(float[] a, float[] d, float along, int n) {
    for (int i = 0; i < n; i++) {
      d[i] = a[i] * (d[i] - along);
    }
  }
}
