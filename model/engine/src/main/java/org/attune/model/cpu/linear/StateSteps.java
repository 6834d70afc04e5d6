package org.attune.model.cpu.linear;

import org.jspecify.annotations.Nullable;

/**
 * Steps of a recurrent state, one row per column of values, and their adjoints. Each works along
 * keys, so that no row needs a sum across a vector.
 *
 * <p>This class computes number by number. {@link VectorStateSteps} computes a vector of columns at
 * a time, and leaves the remaining ones to this class.
 */
public class StateSteps {

  /**
   * {@code s = a s + w x}, then {@code y += q s}, of elements {@code first} to n; x and y begin at
   * 0.
   */
  public void decayAndRead(
      float a, float w, float[] x, float q, float[] s, int sAt, float[] y, int first, int n) {
    for (int i = first; i < n; i++) {
      float state = Math.fma(a, s[sAt + i], w * x[i]);
      s[sAt + i] = state;
      y[i] = Math.fma(q, state, y[i]);
    }
  }

  /**
   * {@code s' = a s + w k} for each of some rows: s at {@code from}, s' at {@code to}; a and w
   * begin at 0.
   *
   * @param w one number for each row
   * @param first the first of n columns to compute
   */
  public void advance(
      float[] a,
      float[] k,
      int kAt,
      float[] w,
      float[] s,
      int from,
      int to,
      int rows,
      int first,
      int n) {
    for (int j = 0; j < rows; j++) {
      for (int i = first; i < n; i++) {
        s[to + j * n + i] = Math.fma(a[i], s[from + j * n + i], w[j] * k[kAt + i]);
      }
    }
  }

  /**
   * The adjoint of {@code y = s q}: each row of g gains dy q, then {@code dq} is the sum of the
   * rows of s, each times dy, and {@code along} the sum of the rows of g, each times u. q, u and g
   * begin at 0.
   *
   * @param dy one number for each row, as is u
   * @param first the first of n columns to compute
   */
  public void backOverRead(
      float[] q,
      float[] dy,
      int dyAt,
      float[] u,
      float[] s,
      int sAt,
      float[] g,
      float[] dq,
      float[] along,
      int rows,
      int first,
      int n) {
    for (int i = first; i < n; i++) {
      dq[i] = 0;
      along[i] = 0;
      for (int j = 0, at = i; j < rows; j++, at += n) {
        g[at] = Math.fma(dy[dyAt + j], q[i], g[at]);
        dq[i] = Math.fma(dy[dyAt + j], s[sAt + at], dq[i]);
        along[i] = Math.fma(u[j], g[at], along[i]);
      }
    }
  }

  /**
   * The adjoint of {@code a s}, where rows of it were corrected along k: each row of g loses du k,
   * then {@code da} is the sum of {@code g s} over the rows, and g is multiplied by a; {@code
   * corrected} is the sum of the rows of s, each times du. a, du and g begin at 0.
   *
   * @param du one number for each row; null without a correction; {@code corrected} is 0 then
   * @param first the first of n columns to compute
   */
  public void backOverDecay(
      float[] a,
      float[] k,
      int kAt,
      float @Nullable [] du,
      float[] s,
      int sAt,
      float[] g,
      float[] da,
      float[] corrected,
      int rows,
      int first,
      int n) {
    for (int i = first; i < n; i++) {
      da[i] = 0;
      float sum = 0;
      for (int j = 0, at = i; j < rows; j++, at += n) {
        float d = du == null ? 0 : du[j];
        float later = Math.fma(-d, k[kAt + i], g[at]);
        sum = Math.fma(d, s[sAt + at], sum);
        da[i] = Math.fma(later, s[sAt + at], da[i]);
        g[at] = a[i] * later;
      }
      corrected[i] = sum;
    }
  }
}
