package org.attune.sweeps.surrogate;

import java.util.Arrays;

/**
 * A Gaussian process's kernel parameters and noise, fitted to observations by maximum a posteriori.
 * The priors keep a few points from deciding too much. Values must have variance about 1.
 *
 * <ul>
 *   <li>Length scales: log-normal around 0.25 sqrt(D), with deviation 1. This mean grows with
 *       sqrt(D) as in Hvarfner et al., "Vanilla Bayesian Optimization Performs Great in High
 *       Dimensions", ICML 2024. The factor 0.25 had less regret than 0.5 on seven of ten functions
 *       of {@code bench search} after 30 trials, and more on two.
 *   <li>The two variances: log-normal around 0.5, deviation 1.5. The noise variance: around 1e-4,
 *       deviation 4, at least 1e-7.
 * </ul>
 *
 * <p>A search fits with that prior of the noise: it expects next to none. To tell what values to
 * expect again, {@link #likelier} weighs it against a prior that expects noise.
 */
public final class HyperParameters {

  private static final double LENGTH_DEVIATION = 1.0;
  private static final double VARIANCE_DEVIATION = 1.5;
  private static final int ITERATIONS = 40;
  private static final Noise SMALL = new Noise(1e-4, 4.0, 0.25);
  private static final Noise LARGE = new Noise(0.1, 1.5, 0.5);

  /**
   * A log-normal prior of the noise variance, with the length scale over sqrt(D) that goes with it.
   */
  private record Noise(double center, double deviation, double length) {}

  private final boolean[] categories;
  private final Noise prior;
  private final double[] logs; // lengths, additive, joint, noise

  private HyperParameters(boolean[] categories, Noise prior, double[] logs) {
    this.categories = categories;
    this.prior = prior;
    this.logs = logs;
  }

  /** The prior's centre, before any observation. */
  public static HyperParameters prior(boolean[] categories) {
    return prior(categories, SMALL);
  }

  private static HyperParameters prior(boolean[] categories, Noise noise) {
    return new HyperParameters(categories, noise, center(categories.length, noise));
  }

  /**
   * The likelier of two fits, one with the prior that expects next to no noise and one with a prior
   * around a tenth of the values' variance, and of longer scales. Both have the same odds
   * beforehand.
   */
  public static HyperParameters likelier(boolean[] categories, double[][] points, double[] values) {
    HyperParameters smooth = prior(categories, SMALL).fitted(points, values, ITERATIONS);
    HyperParameters noisy = prior(categories, LARGE).fitted(points, values, ITERATIONS);

    return noisy.loss(points, values) < smooth.loss(points, values) ? noisy : smooth;
  }

  private static double[] center(int d, Noise noise) {
    double[] center = new double[d + 3];
    Arrays.fill(center, 0, d, Math.log(noise.length() * Math.sqrt(d)));
    center[d] = Math.log(0.5);
    center[d + 1] = Math.log(0.5);
    center[d + 2] = Math.log(noise.center());
    return center;
  }

  /** The fitted noise: the variance of a value. */
  public double noise() {
    return Math.exp(logs[logs.length - 1]);
  }

  CovarianceKernel kernel() {
    return kernel(logs);
  }

  private CovarianceKernel kernel(double[] at) {
    int d = categories.length;
    double[] lengths = new double[d];
    for (int i = 0; i < d; i++) {
      lengths[i] = Math.exp(at[i]);
    }
    return new CovarianceKernel(lengths, Math.exp(at[d]), Math.exp(at[d + 1]), categories);
  }

  /** The process conditioned on the points' values. */
  public GaussianProcess process(double[][] points, double[] values) {
    return new GaussianProcess(kernel(), noise(), points, values);
  }

  /** Fits to the data, starting from these parameters. */
  public HyperParameters fitted(double[][] points, double[] values, int iterations) {
    int d = categories.length;
    double[] low = new double[d + 3];
    double[] high = new double[d + 3];
    Arrays.fill(low, 0, d, Math.log(0.01));
    Arrays.fill(high, 0, d, Math.log(30));
    Arrays.fill(low, d, d + 2, Math.log(1e-4));
    Arrays.fill(high, d, d + 2, Math.log(100));
    low[d + 2] = Math.log(1e-7);
    high[d + 2] = 0;
    double[] best =
        Lbfgs.minimize((x, g) -> loss(x, g, points, values), logs, low, high, iterations);
    return new HyperParameters(categories, prior, best);
  }

  /** The negative log posterior, for choosing among fits; lower is likelier. */
  public double loss(double[][] points, double[] values) {
    return loss(logs, new double[logs.length], points, values);
  }

  /** The negative log posterior and its gradient. */
  private double loss(double[] at, double[] gradient, double[][] points, double[] values) {
    int d = categories.length;
    int n = points.length;
    CovarianceKernel kernel = kernel(at);
    double noise = Math.exp(at[d + 2]);
    double[][] inverse = Cholesky.invertedFactor(GaussianProcess.covariance(kernel, noise, points));
    double mean = Arrays.stream(values).average().orElse(0);
    double[] weights = GaussianProcess.weights(inverse, values, mean);
    double loss = 0;
    for (int i = 0; i < n; i++) {
      loss += 0.5 * weights[i] * (values[i] - mean) - Math.log(inverse[i][i]);
    }
    Arrays.fill(gradient, 0);
    double[][] precision = precision(inverse);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double w = precision[i][j] - weights[i] * weights[j];
        kernel.addGradient(points[i], points[j], i == j ? 0.5 * w : w, gradient);
        if (i == j) {
          gradient[d + 2] += 0.5 * w * noise;
        }
      }
    }
    double[] center = center(d, prior);
    for (int i = 0; i < at.length; i++) {
      double deviation =
          i < d ? LENGTH_DEVIATION : i < d + 2 ? VARIANCE_DEVIATION : prior.deviation();
      double z = (at[i] - center[i]) / deviation;
      loss += 0.5 * z * z;
      gradient[i] += z / deviation;
    }
    return loss + Math.log(prior.deviation());
  }

  private static double[][] precision(double[][] inverse) {
    int n = inverse.length;
    double[][] precision = new double[n][];
    for (int i = 0; i < n; i++) {
      precision[i] = new double[i + 1];
    }
    for (int k = 0; k < n; k++) {
      double[] row = inverse[k];
      for (int i = 0; i <= k; i++) {
        double factor = row[i];
        double[] to = precision[i];
        for (int j = 0; j <= i; j++) {
          to[j] += factor * row[j];
        }
      }
    }
    return precision;
  }
}
