package org.attune.sweeps.surrogate;

import java.util.Arrays;
import org.apache.commons.math3.special.Erf;

/**
 * Puts losses on a scale that a Gaussian process fits: what is better than the median keeps its
 * distances, what is worse keeps its rank only, spread as the worse half of a normal (the half-rank
 * warping of Song et al., "The Vizier Gaussian Process Bandit Algorithm", 2024, section 3.2). One
 * diverged run then does not flatten all others.
 */
public final class Warp {

  private Warp() {}

  /** By loss, with mean square about 1; one that is NaN is worse than all others. */
  public static double[] halfRank(double[] losses) {
    int n = losses.length;
    double[] sorted = losses.clone();
    Arrays.sort(sorted); // NaN last
    int known = 0;
    while (known < n && !Double.isNaN(sorted[known])) {
      known++;
    }
    double[] warped = new double[n];
    if (known == 0) {
      return warped;
    }
    double median = sorted[(known - 1) / 2];
    double square = 0;
    int better = 0;
    for (int i = 0; i < known && sorted[i] <= median; i++) {
      square += (sorted[i] - median) * (sorted[i] - median);
      better++;
    }
    double scale = Math.sqrt(square / better);
    if (!(scale > 0) || !Double.isFinite(scale)) {
      scale = 1;
    }
    for (int i = 0; i < n; i++) {
      if (losses[i] <= median) {
        warped[i] = Math.max(-10, (losses[i] - median) / scale);
      } else if (Double.isNaN(losses[i])) {
        warped[i] = quantile(1 - 0.25 / n);
      } else {
        int first = Arrays.binarySearch(sorted, 0, known, losses[i]);
        while (first > 0 && sorted[first - 1] == losses[i]) {
          first--;
        }
        warped[i] = quantile((first + 0.5) / n);
      }
    }
    return warped;
  }

  private static double quantile(double share) {
    return Math.sqrt(2) * Erf.erfInv(2 * Math.min(0.9999, Math.max(0.5, share)) - 1);
  }
}
