package org.attune.model.program;

import java.util.random.RandomGenerator;

/** Computations for orthogonal initialisations. */
final class Orthogonal {

  private Orthogonal() {}

  /** Subtracts from a vector its projections on the earlier unit vectors. */
  static void takeOff(double[][] vectors, int index) {
    double[] v = vectors[index];
    for (int j = 0; j < index; j++) {
      double along = dot(vectors[j], v);
      for (int c = 0; c < v.length; c++) {
        v[c] -= along * vectors[j][c];
      }
    }
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** The numbers from 0 to n - 1 in random order. */
  static int[] shuffled(int n, RandomGenerator random) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
