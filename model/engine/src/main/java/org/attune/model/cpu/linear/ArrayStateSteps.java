package org.attune.model.cpu.linear;

import org.jspecify.annotations.Nullable;

/** {@link StateSteps} in scalar arithmetic. */
final class ArrayStateSteps implements StateSteps {

  @Override
  public void decayAndRead(
      float decay, float weight, float[] x, float read, float[] s, int sAt, float[] y, int n) {
    decayAndRead(decay, weight, x, read, s, sAt, y, 0, n);
  }

  /** {@link #decayAndRead} of elements {@code from} to n. */
  static void decayAndRead(
      float decay,
      float weight,
      float[] x,
      float read,
      float[] s,
      int sAt,
      float[] y,
      int from,
      int n) {
    for (int i = from; i < n; i++) {
      float state = Math.fma(decay, s[sAt + i], weight * x[i]);
      s[sAt + i] = state;
      y[i] = Math.fma(read, state, y[i]);
    }
  }

  @Override
  public void advance(
      float[] a, float[] k, int kAt, float[] w, float[] s, int from, int to, int rows, int n) {
    advance(a, k, kAt, w, s, from, to, rows, 0, n);
  }

  /** {@link #advance} of columns {@code first} to n. */
  static void advance(
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

  @Override
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
      int n) {
    backOverRead(q, dy, dyAt, u, s, sAt, g, dq, along, rows, 0, n);
  }

  /** {@link #backOverRead} of columns {@code first} to n. */
  static void backOverRead(
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

  @Override
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
      int n) {
    backOverDecay(a, k, kAt, du, s, sAt, g, da, corrected, rows, 0, n);
  }

  /** {@link #backOverDecay} of columns {@code first} to n. */
  static void backOverDecay(
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
