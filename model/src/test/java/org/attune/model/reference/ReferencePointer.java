package org.attune.model.reference;

/** Gumbel-hard pointer attention of one head (science 4.1) and the gradient it is trained by. */
final class ReferencePointer {

  private ReferencePointer() {}

  /** One-hot rows: {@code argmax over j ≤ i of (s + g)/τ}; g is zero outside training. */
  static double[][] hard(double[][] scores, double[][] noise) {
    double[][] a = new double[scores.length][scores.length];
    for (int i = 0; i < scores.length; i++) {
      int at = 0;
      for (int j = 1; j <= i; j++) {
        at = scores[i][j] + noise[i][j] > scores[i][at] + noise[i][at] ? j : at;
      }
      a[i][at] = 1;
    }
    return a;
  }

  /** The surrogate whose derivative stands for the one-hot's: {@code softmax((s + g)/τ)}. */
  static double[][] soft(double[][] scores, double[][] noise, double temperature) {
    return ReferenceScores.softmax(
        ReferenceAlgebra.scaled(1 / temperature, ReferenceAlgebra.plus(scores, noise)));
  }

  /** A sample of the Gumbel distribution by a uniform one: {@code −log(−log u)}. */
  static double gumbel(double uniform) {
    return -Math.log(-Math.log(uniform));
  }

  /**
   * The placeholder for RWSP, undefined in print: the best r keys, weights 2^(−rank) normalised.
   */
  static double[][] ranked(double[][] scores, int count) {
    double[][] a = new double[scores.length][scores.length];
    for (int i = 0; i < scores.length; i++) {
      int[] best = ReferenceSelection.best(scores[i], i + 1, count);
      double sum = 0;
      for (int rank = 0; rank < best.length; rank++) {
        sum += Math.pow(2, -rank);
      }
      for (int rank = 0; rank < best.length; rank++) {
        a[i][best[rank]] = Math.pow(2, -rank) / sum;
      }
    }
    return a;
  }
}
