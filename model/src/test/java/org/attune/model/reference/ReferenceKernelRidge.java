package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.solve;
import static org.attune.model.reference.ReferenceAlgebra.spectral;
import static org.attune.model.reference.ReferenceAlgebra.times;

/** Ridge regression in the feature space of the Gaussian kernel, whole and by landmarks. */
final class ReferenceKernelRidge {

  private ReferenceKernelRidge() {}

  /** {@code κ(a, b) = exp(-γ‖a - b‖²)} for every row of A and every row of B. */
  static double[][] gaussian(double[][] a, double[][] b, double gamma) {
    double[][] kappa = new double[a.length][b.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        double square = 0;
        for (int l = 0; l < a[i].length; l++) {
          square += (a[i][l] - b[j][l]) * (a[i][l] - b[j][l]);
        }
        kappa[i][j] = Math.exp(-gamma * square);
      }
    }
    return kappa;
  }

  /** {@code κ(Q,K)(κ(K,K) + λI)⁻¹V}. */
  static double[][] ridge(double[][] q, double[][] k, double[][] v, double gamma, double lambda) {
    double[][] inner = plus(gaussian(k, k, gamma), scaled(lambda, identity(k.length)));
    return times(gaussian(q, k, gamma), solve(inner, v));
  }

  /** Nyström: {@code φ(x) = κ(x,Z)κ(Z,Z)^(-½)} with landmarks Z (r, k), then the primal form. */
  static double[][] nystroem(
      double[][] q, double[][] k, double[][] v, double[][] z, double gamma, double lambda) {
    return ReferenceRidge.primal(features(q, z, gamma), features(k, z, gamma), v, lambda);
  }

  static double[][] features(double[][] x, double[][] z, double gamma) {
    double[][] root = spectral(gaussian(z, z, gamma), l -> 1 / Math.sqrt(l));
    return times(gaussian(x, z, gamma), root);
  }
}
