package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Random;

/**
 * The data of the KVQ paper's Figures 3 and 4.
 *
 * @param k context inputs (n, d)
 * @param v context targets, {@code V = K w}: (n, 1)
 * @param w what generated them: (d, 1)
 */
record ReferenceRegressionData(double[][] k, double[][] v, double[][] w) {

  /** Figure 3: ten pairs, {@code x ~ N(0, I_d)}, {@code w ~ N(0, I_d)}. */
  static ReferenceRegressionData figure3(int d, Random random) {
    return of(gaussian(10, d, random), gaussian(d, 1, random));
  }

  /** Figure 4: fifty points from {@code N(0, [[1, .8], [.8, 1]])}. */
  static ReferenceRegressionData figure4(Random random) {
    double[][] x = gaussian(50, 2, random);
    for (double[] row : x) {
      row[1] = 0.8 * row[0] + Math.sqrt(1 - 0.8 * 0.8) * row[1];
    }
    return of(x, gaussian(2, 1, random));
  }

  /** Figure 4's queries: the points of a square grid over {@code [-reach, reach]²}. */
  static double[][] grid(double reach, int side) {
    double[][] points = new double[side * side][2];
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        points[i * side + j][0] = reach * (2.0 * i / (side - 1) - 1);
        points[i * side + j][1] = reach * (2.0 * j / (side - 1) - 1);
      }
    }
    return points;
  }

  private static ReferenceRegressionData of(double[][] k, double[][] w) {
    return new ReferenceRegressionData(k, times(k, w), w);
  }
}
