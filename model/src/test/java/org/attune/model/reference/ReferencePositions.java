package org.attune.model.reference;

/** Where a token stands, told to the scores: RoPE on queries and keys, ALiBi on the scores. */
final class ReferencePositions {

  private ReferencePositions() {}

  /**
   * RoPE: feature i of the first half and feature i of the second, turned at position t by the
   * angle {@code t · base^(−2i/d_h)} (Su et al. 2021, arXiv 2104.09864).
   */
  static double[][] rotary(double[][] x, double base) {
    int half = x[0].length / 2;
    double[][] turned = new double[x.length][2 * half];
    for (int t = 0; t < x.length; t++) {
      for (int i = 0; i < half; i++) {
        double angle = t * Math.pow(base, -(double) i / half);
        turned[t][i] = x[t][i] * Math.cos(angle) - x[t][half + i] * Math.sin(angle);
        turned[t][half + i] = x[t][i] * Math.sin(angle) + x[t][half + i] * Math.cos(angle);
      }
    }
    return turned;
  }

  /** ALiBi's slope of a head, {@code 2^(−8(h+1)/H)} (Press et al. 2021, arXiv 2108.12409). */
  static double slope(int head, int heads) {
    return Math.pow(2, -8.0 * (head + 1) / heads);
  }

  /** ALiBi: {@code s_ij − slope · (i − j)}. */
  static double[][] linearBias(double[][] scores, double slope) {
    double[][] biased = new double[scores.length][scores[0].length];
    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < scores[0].length; j++) {
        biased[i][j] = scores[i][j] - slope * (i - j);
      }
    }
    return biased;
  }
}
