package org.attune.sweeps.surrogate;

import java.util.Arrays;

/**
 * The posterior of a function given some of its values, which may be noisy (Rasmussen and Williams
 * 2006, algorithm 2.1), in float64. Construction takes O(n^3) time, a prediction O(n^2).
 */
public final class GaussianProcess {

  /** The variance of a value that is only believed: enough for stable arithmetic. */
  private static final double SURE = 1e-7;

  private final CovarianceKernel kernel;
  private final double noise;
  private final double[][] points;
  private final double[][] inverse; // of the Cholesky factor, lower triangle
  private final double[] weights; // K^-1 y
  private final double mean;

  GaussianProcess(CovarianceKernel kernel, double noise, double[][] points, double[] values) {
    this.kernel = kernel;
    this.noise = noise;
    this.points = points;
    this.mean = mean(values);
    this.inverse = Cholesky.invertedFactor(covariance(kernel, noise, points));
    this.weights = weights(inverse, values, mean);
  }

  /**
   * The posterior with pending points added, each observed at its expected value without noise. One
   * noisy value would leave doubt at its point, and so draw the next suggestion there.
   */
  public GaussianProcess with(double[][] pending) {
    int n = points.length;
    double[][] all = Arrays.copyOf(points, n + pending.length);
    System.arraycopy(pending, 0, all, n, pending.length);
    // Observations at their expected values leave the posterior mean unchanged: only the
    // uncertainty shrinks.
    return new GaussianProcess(this, all);
  }

  private GaussianProcess(GaussianProcess before, double[][] all) {
    this.kernel = before.kernel;
    this.noise = before.noise;
    this.points = all;
    this.mean = before.mean;
    double[][] covariance = covariance(kernel, noise, all);
    for (int i = before.points.length; i < all.length; i++) {
      covariance[i][i] = kernel.self(all[i]) + SURE;
    }
    this.inverse = Cholesky.invertedFactor(covariance);
    double[] padded = new double[all.length];
    System.arraycopy(before.weights, 0, padded, 0, before.weights.length);
    this.weights = padded;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / Math.max(1, values.length);
  }

  static double[][] covariance(CovarianceKernel kernel, double noise, double[][] points) {
    int n = points.length;
    double[][] covariance = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        covariance[i][j] = kernel.value(points[i], points[j]);
      }
      covariance[i][i] = kernel.self(points[i]) + noise;
    }
    return covariance;
  }

  static double[] weights(double[][] inverse, double[] values, double mean) {
    int n = values.length;
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j <= i; j++) {
        sum += inverse[i][j] * (values[j] - mean);
      }
      for (int j = 0; j <= i; j++) {
        weights[j] += inverse[i][j] * sum;
      }
    }
    return weights;
  }

  /** The expected value at a point. */
  public double expected(double[] point) {
    double expected = mean;
    for (int i = 0; i < points.length; i++) {
      if (weights[i] != 0) {
        expected += weights[i] * kernel.value(point, points[i]);
      }
    }
    return expected;
  }

  /** The lowest expected value at some points; infinite if there are none. */
  public double lowest(double[][] some) {
    return Arrays.stream(some).mapToDouble(this::expected).min().orElse(Double.POSITIVE_INFINITY);
  }

  /** The posterior of the noise-free function at a point. */
  public Belief at(double[] point) {
    double[] k = new double[points.length];
    for (int i = 0; i < k.length; i++) {
      k[i] = kernel.value(point, points[i]);
    }
    return belief(point, k, solved(k));
  }

  /**
   * The posterior of the noise-free function at a point, with its gradients.
   *
   * @param byMean receives the gradient of the expected value
   * @param byDeviation receives the gradient of the standard deviation
   */
  public Belief at(double[] point, double[] byMean, double[] byDeviation) {
    int n = points.length;
    int d = point.length;
    double[] k = new double[n];
    double[][] dk = new double[n][d];
    for (int i = 0; i < n; i++) {
      k[i] = kernel.gradient(point, points[i], dk[i]);
    }
    double[] solved = solved(k);
    Belief belief = belief(point, k, solved);
    double[] back = new double[n];
    for (int i = 0; i < n; i++) {
      double[] row = inverse[i];
      double factor = solved[i];
      for (int j = 0; j <= i; j++) {
        back[j] += row[j] * factor;
      }
    }
    for (int c = 0; c < d; c++) {
      double m = 0;
      double v = 0;
      for (int i = 0; i < n; i++) {
        m += weights[i] * dk[i][c];
        v += back[i] * dk[i][c];
      }
      byMean[c] = m;
      byDeviation[c] = -v / belief.deviation();
    }
    return belief;
  }

  /** The inverse of the covariance's factor, times a vector. */
  private double[] solved(double[] k) {
    double[] solved = new double[k.length];
    for (int i = 0; i < k.length; i++) {
      double[] row = inverse[i];
      double sum = 0;
      for (int j = 0; j <= i; j++) {
        sum += row[j] * k[j];
      }
      solved[i] = sum;
    }
    return solved;
  }

  private Belief belief(double[] point, double[] k, double[] solved) {
    double expected = mean;
    double explained = 0;
    for (int i = 0; i < k.length; i++) {
      expected += weights[i] * k[i];
      explained += solved[i] * solved[i];
    }
    return new Belief(expected, Math.sqrt(Math.max(1e-14, kernel.self(point) - explained)));
  }

  /** The posterior at a point. */
  public record Belief(double expected, double deviation) {}
}
