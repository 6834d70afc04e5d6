package org.attune.sweeps.surrogate;

import java.util.Arrays;
import org.apache.commons.math3.special.Erf;

/**
 * Rescales losses for a Gaussian process. Losses better than the median keep their distances. Worse
 * losses keep only their ranks, spread like the worse half of a normal (the half-rank warping of
 * Song et al., "The Vizier Gaussian Process Bandit Algorithm", 2024, section 3.2). So one diverged
 * run does not flatten all others.
 */
public final class Warp {

  private Warp() {}

  /** The warped losses, in input order, with mean square about 1; NaN ranks below all others. */
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

  /**
   * Losses with mean 0 and variance 1. Up to a bound they keep their distances; beyond it they grow
   * by their logarithm only. NaN becomes the worst.
   *
   * @param bound the worst loss of interest
   */
  public static double[] beyond(double[] losses, double bound) {
    double[] known = Arrays.stream(losses).filter(l -> !Double.isNaN(l)).toArray();
    double best = Arrays.stream(known).min().orElse(0);
    double scale = bound > best ? bound - best : 1;
    double worst = Double.NEGATIVE_INFINITY;
    double[] warped = new double[losses.length];
    for (int i = 0; i < losses.length; i++) {
      double over = (losses[i] - bound) / scale;
      warped[i] = over > 0 ? 1 + Math.log1p(over) : 1 + over;
      worst = Double.isNaN(warped[i]) ? worst : Math.max(worst, warped[i]);
    }
    double last = worst;
    double[] whole = Arrays.stream(warped).map(w -> Double.isNaN(w) ? last : w).toArray();
    double mean = Arrays.stream(whole).average().orElse(0);
    double square = Arrays.stream(whole).map(w -> (w - mean) * (w - mean)).average().orElse(1);
    double deviation = square > 0 ? Math.sqrt(square) : 1;
    return Arrays.stream(whole).map(w -> (w - mean) / deviation).toArray();
  }

  private static double quantile(double share) {
    return Math.sqrt(2) * Erf.erfInv(2 * Math.min(0.9999, Math.max(0.5, share)) - 1);
  }
}
