package org.attune.sweeps.surrogate;

import org.apache.commons.math3.special.Erf;

/**
 * The logarithm of the expected improvement max(best - f, 0) at a point. Its gradient stays usable
 * where the improvement itself underflows (Ament et al., "Unexpected Improvements to Expected
 * Improvement", NeurIPS 2023, section 4.1).
 */
public final class LogExpectedImprovement {

  private static final double LOG_ROOT_2PI = 0.5 * Math.log(2 * Math.PI);

  /** Beyond this many standard deviations, a continued fraction of the tail is exact. */
  private static final double TAIL = 3;

  private static final int FRACTIONS = 40;

  private LogExpectedImprovement() {}

  /** The value without its gradient. */
  public static double of(GaussianProcess.Belief belief, double best) {
    double z = (best - belief.expected()) / belief.deviation();
    return Math.log(belief.deviation()) + logH(z);
  }

  /**
   * The value at a point; writes its gradient.
   *
   * @param best the lowest observed value so far
   */
  public static double at(GaussianProcess process, double best, double[] point, double[] gradient) {
    double[] byMean = new double[point.length];
    double[] byDeviation = new double[point.length];
    GaussianProcess.Belief belief = process.at(point, byMean, byDeviation);
    double s = belief.deviation();
    double z = (best - belief.expected()) / s;
    double density; // phi(z) / h(z)
    double below; // Phi(z) / h(z)
    if (z < -TAIL) {
      double c = fraction(-z);
      density = (-z + c) / c;
      below = 1 / c;
    } else {
      double phi = Math.exp(-0.5 * z * z - LOG_ROOT_2PI);
      double cumulative = 0.5 * Erf.erfc(-z / Math.sqrt(2));
      double h = phi + z * cumulative;
      density = phi / h;
      below = cumulative / h;
    }
    for (int i = 0; i < point.length; i++) {
      gradient[i] = (density * byDeviation[i] - below * byMean[i]) / s;
    }
    return Math.log(s) + logH(z);
  }

  /** log(phi(z) + z Phi(z)). */
  static double logH(double z) {
    if (z < -TAIL) {
      // With Mills' ratio 1/(t + c): h = phi (1 - t/(t + c)) = phi c/(t + c).
      double c = fraction(-z);
      return -0.5 * z * z - LOG_ROOT_2PI + Math.log(c / (-z + c));
    }
    double phi = Math.exp(-0.5 * z * z - LOG_ROOT_2PI);
    return Math.log(phi + z * 0.5 * Erf.erfc(-z / Math.sqrt(2)));
  }

  /** 1/(t + 2/(t + 3/(t + ...))). */
  private static double fraction(double t) {
    double c = 0;
    for (int i = FRACTIONS; i >= 1; i--) {
      c = i / (t + c);
    }
    return c;
  }
}
