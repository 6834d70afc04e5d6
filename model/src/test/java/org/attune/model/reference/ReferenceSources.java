package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.columns;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.times;

/**
 * Where queries and keys come from: a token, the one before it, or both (science 4.3). Sequences
 * are {@code (T, d)}; heads are {@code (H, T, d_h)}.
 */
final class ReferenceSources {

  private ReferenceSources() {}

  /** {@code x_{t−offset}} at every t, zero where there is no such token. */
  static double[][] previous(double[][] x, int offset) {
    double[][] before = new double[x.length][x[0].length];
    for (int t = offset; t < x.length; t++) {
      before[t] = x[t - offset].clone();
    }
    return before;
  }

  /** E1-Q0: {@code W(x_t + x_{t−1})}. */
  static double[][] shiftedQuery(double[][] x, double[][] w) {
    return times(plus(x, previous(x, 1)), w);
  }

  /** E1-Bk0: {@code W(x_t + x_{t−offset})}. */
  static double[][] summedKey(double[][] x, double[][] w, int offset) {
    return times(plus(x, previous(x, offset)), w);
  }

  /** Our control of K-shift: {@code W x_{t−offset}}. */
  static double[][] shiftedKey(double[][] x, double[][] w, int offset) {
    return times(previous(x, offset), w);
  }

  /** E1-SQ: the first (1−f)H heads from the token, the last fH from the one before, the same W. */
  static double[][] split(double[][] x, double[][] w, int heads, double fraction, int offset) {
    int previousHeads = (int) Math.round(fraction * heads);
    int boundary = (heads - previousHeads) * (w[0].length / heads);
    double[][] now = times(x, w);
    double[][] before = times(previous(x, offset), w);
    double[][] mixed = new double[x.length][w[0].length];
    for (int t = 0; t < x.length; t++) {
      for (int c = 0; c < w[0].length; c++) {
        mixed[t][c] = c < boundary ? now[t][c] : before[t][c];
      }
    }
    return mixed;
  }

  /** The columns of each head. */
  static double[][][] heads(double[][] whole, int heads) {
    int width = whole[0].length / heads;
    double[][][] parts = new double[heads][][];
    for (int h = 0; h < heads; h++) {
      parts[h] = columns(whole, h * width, (h + 1) * width);
    }
    return parts;
  }

  /** GQA: query head h reads key or value head {@code h / (H / groups)} (science 5, G1). */
  static double[][][] shared(double[][][] groups, int heads) {
    double[][][] all = new double[heads][][];
    for (int h = 0; h < heads; h++) {
      all[h] = groups[h / (heads / groups.length)];
    }
    return all;
  }
}
