package org.attune.model.cpu.linear;

import org.jspecify.annotations.Nullable;

/**
 * Steps of a recurrent state, one row per column of values, and their adjoints. Each works along
 * keys, so that no row needs a sum across a vector.
 */
public interface StateSteps {

  /** {@code s = decay s + weight x}, then {@code y += read s}; x and y begin at 0. */
  void decayAndRead(
      float decay, float weight, float[] x, float read, float[] s, int sAt, float[] y, int n);

  /**
   * {@code s' = a s + w k} for each of some rows: s at {@code from}, s' at {@code to}; a and w
   * begin at 0.
   *
   * @param w one number for each row
   * @param n columns
   */
  void advance(
      float[] a, float[] k, int kAt, float[] w, float[] s, int from, int to, int rows, int n);

  /**
   * The adjoint of {@code y = s q}: each row of g gains dy q, then {@code dq} is the sum of the
   * rows of s, each times dy, and {@code along} the sum of the rows of g, each times u. q, u and g
   * begin at 0.
   *
   * @param dy one number for each row, as is u
   * @param n columns
   */
  void backOverRead(
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
      int n);

  /**
   * The adjoint of {@code a s}, where rows of it were corrected along k: each row of g loses du k,
   * then {@code da} is the sum of {@code g s} over the rows, and g is multiplied by a; {@code
   * corrected} is the sum of the rows of s, each times du. a, du and g begin at 0.
   *
   * @param du one number for each row; null without a correction; {@code corrected} is 0 then
   * @param n columns
   */
  void backOverDecay(
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
      int n);
}
