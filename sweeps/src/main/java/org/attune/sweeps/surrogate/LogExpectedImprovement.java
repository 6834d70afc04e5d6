package org.attune.sweeps.surrogate;

import org.apache.commons.math3.special.Erf;

/**
 * The logarithm of the expected improvement max(best - f, 0) at a point. Its gradient stays usable
 * where the improvement itself underflows (Ament et al., "Unexpected Improvements to Expected
 * Improvement", NeurIPS 2023, section 4.1).
 */
public final class LogExpectedImprovement implements Improvement {

  private static final double LOG_ROOT_2PI = 0.5 * Math.log(2 * Math.PI);

  /** Beyond this many standard deviations, a continued fraction of the tail is exact. */
  private static final double TAIL = 3;

  private static final int FRACTIONS = 40;

  private final GaussianProcess process;
  private final double best;

  /**
   * @param best the lowest value so far
   */
  public LogExpectedImprovement(GaussianProcess process, double best) {
    this.process = process;
    this.best = best;
  }

  /** The logarithm of the expected value of max(best - f, 0). */
  static double of(GaussianProcess.Belief belief, double best) {
    double z = (best - belief.expected()) / belief.deviation();
    return Math.log(belief.deviation()) + logH(z);
  }

  @Override
  public double at(double[] point) {
    return of(process.at(point), best);
  }

  @Override
  public double at(double[] point, double[] gradient) {
    double[] byMean = new double[point.length];
    double[] byDeviation = new double[point.length];
    GaussianProcess.Belief belief = process.at(point, byMean, byDeviation);
    double s = belief.deviation();
    double z = (best - belief.expected()) / s;
    double[] parts = parts(z);
    double below = parts[1];
    double density = parts[2];
    for (int i = 0; i < point.length; i++) {
      gradient[i] = (density * byDeviation[i] - below * byMean[i]) / s;
    }
    return Math.log(s) + parts[0];
  }

  /** For h(z) = phi(z) + z Phi(z): log h(z), Phi(z) / h(z) and phi(z) / h(z). */
  static double[] parts(double z) {
    if (z < -TAIL) {
      // With Mills' ratio 1/(t + c): h = phi (1 - t/(t + c)) = phi c/(t + c).
      double c = fraction(-z);
      double log = -0.5 * z * z - LOG_ROOT_2PI + Math.log(c / (-z + c));
      return new double[] {log, 1 / c, (-z + c) / c};
    }
    double phi = Math.exp(-0.5 * z * z - LOG_ROOT_2PI);
    double cumulative = 0.5 * Erf.erfc(-z / Math.sqrt(2));
    double h = phi + z * cumulative;
    return new double[] {Math.log(h), cumulative / h, phi / h};
  }

  /** log(phi(z) + z Phi(z)). */
  static double logH(double z) {
    return parts(z)[0];
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
