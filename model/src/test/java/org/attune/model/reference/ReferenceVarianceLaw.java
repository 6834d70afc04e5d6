package org.attune.model.reference;

import java.util.Random;

/** The variance of an entry of {@code S = QK⁺} for independent N(0, 1) queries and keys. */
final class ReferenceVarianceLaw {

  private ReferenceVarianceLaw() {}

  /** {@code k/(n(n-k-1))} for n > k + 1 and {@code 1/(k-n-1)} for n < k - 1; infinite between. */
  static double variance(int n, int k) {
    if (n > k + 1) {
      return (double) k / ((double) n * (n - k - 1));
    }
    return n < k - 1 ? 1.0 / (k - n - 1) : Double.POSITIVE_INFINITY;
  }

  /** The mean square of the entries over independent draws, by the definition of S at λ = 0. */
  static double sampled(int n, int k, int draws, Random random) {
    double sum = 0;
    for (int draw = 0; draw < draws; draw++) {
      double[][] keys = ReferenceAlgebra.gaussian(n, k, random);
      double[][] query = ReferenceAlgebra.gaussian(1, k, random);
      double[][] s =
          n > k
              ? ReferenceRidge.smoother(query, keys, 0)
              : ReferenceRidge.dual(query, keys, ReferenceAlgebra.identity(n), 0);
      sum += ReferenceAlgebra.dot(s[0], s[0]) / n;
    }
    return sum / draws;
  }
}
