package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.scaled;

/** Multi-token attention's convolutions of scores and mixtures of heads (science 2.1). */
final class ReferenceMultiToken {

  private ReferenceMultiToken() {}

  /** {@code Mask₀}: zeros where j > i. */
  static double[][] zeroFuture(double[][] a) {
    double[][] masked = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      System.arraycopy(a[i], 0, masked[i], 0, i + 1);
    }
    return masked;
  }

  /**
   * {@code L_ij = Σ_a Σ_b θ_ab [Mask₀ A]_{i−a, j−b}}, a from 0 to c_q − 1 and b from −⌊c_k/2⌋ to
   * ⌈c_k/2⌉ − 1, zero outside; {@code kernel[a][b + ⌊c_k/2⌋] = θ_ab}.
   */
  static double[][] convolution(double[][] scores, double[][] kernel) {
    double[][] masked = zeroFuture(scores);
    int length = scores.length;
    int left = kernel[0].length / 2;
    double[][] l = new double[length][length];
    for (int i = 0; i < length; i++) {
      for (int j = 0; j < length; j++) {
        for (int a = 0; a < kernel.length; a++) {
          for (int b = -left; b < kernel[0].length - left; b++) {
            if (i - a >= 0 && j - b >= 0 && j - b < length) {
              l[i][j] += kernel[a][b + left] * masked[i - a][j - b];
            }
          }
        }
      }
    }
    return l;
  }

  /** θ = 1 at (a = 0, b = 0) and 0 elsewhere: the convolution that changes nothing. */
  static double[][] identityKernel(int query, int key) {
    double[][] kernel = new double[query][key];
    kernel[0][key / 2] = 1;
    return kernel;
  }

  /** {@code L'_h = Σ_g W_hg L_g} within groups of c_h heads; {@code mixing[group][h][g]}. */
  static double[][][] mixed(double[][][] heads, double[][][] mixing) {
    int size = mixing[0].length;
    double[][][] all = new double[heads.length][][];
    for (int h = 0; h < heads.length; h++) {
      int first = h / size * size;
      all[h] = new double[heads[h].length][heads[h][0].length];
      for (int g = 0; g < size; g++) {
        all[h] = plus(all[h], scaled(mixing[h / size][h % size][g], heads[first + g]));
      }
    }
    return all;
  }
}
