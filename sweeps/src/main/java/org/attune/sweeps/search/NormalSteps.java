package org.attune.sweeps.search;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.util.MathArrays;

/**
 * The normal distribution of CMA-ES over a unit cube: its mean, step size and covariance, and their
 * updates (Hansen 2016). Numbers in brackets are the tutorial's equations; constants are those of
 * its table 1 with positive weights only.
 */
final class NormalSteps {

  /** The initial standard deviation, in a cube of width 1. */
  private static final double FIRST_SIGMA = 0.25;

  private static final double LARGEST_SIGMA = 1;
  private static final double LEAST_EIGENVALUE = 1e-20;

  private final int n;
  private final double[] weights;
  private final double mueff;
  private RealVector mean;
  private RealMatrix covariance;
  private RealVector pathOfSigma;
  private RealVector pathOfCovariance;
  private double sigma = FIRST_SIGMA;
  private int generations;
  private RealMatrix axes;
  private double[] lengths;

  /** Creates an isotropic distribution around a point. */
  NormalSteps(double[] mean) {
    this.n = Math.max(1, mean.length);
    this.mean = new ArrayRealVector(mean.length == 0 ? new double[1] : mean);
    this.covariance = MatrixUtils.createRealIdentityMatrix(n);
    this.pathOfSigma = new ArrayRealVector(n);
    this.pathOfCovariance = new ArrayRealVector(n);
    double[] logs = new double[generation(n) / 2];
    Arrays.setAll(logs, i -> Math.log((generation(n) + 1) / 2.0) - Math.log(i + 1));
    this.weights = MathArrays.normalizeArray(logs, 1);
    this.mueff = 1 / StatUtils.sumSq(weights);
    decompose();
  }

  /** The number of points in a generation, for this many dimensions (48). */
  static int generation(int dimensions) {
    return 4 + (int) (3 * Math.log(dimensions));
  }

  double[] mean() {
    return mean.toArray();
  }

  /** A random point; it may lie outside the cube. */
  double[] draw(SplittableRandom random) {
    RealVector z = new ArrayRealVector(n);
    for (int i = 0; i < n; i++) {
      z.setEntry(i, lengths[i] * Gaussian.next(random));
    }
    return mean.add(axes.operate(z).mapMultiply(sigma)).toArray();
  }

  /** Updates the distribution with a generation, sorted from best to worst. */
  void follow(double[][] sorted) {
    RealVector[] steps = new RealVector[weights.length];
    RealVector step = new ArrayRealVector(n);
    for (int i = 0; i < weights.length; i++) {
      RealVector point = new ArrayRealVector(sorted[i].length == 0 ? new double[1] : sorted[i]);
      steps[i] = shortened(point.subtract(mean).mapDivide(sigma));
      step = step.add(steps[i].mapMultiply(weights[i])); // (41)
    }
    mean = mean.add(step.mapMultiply(sigma)); // (42)
    generations++;
    boolean steady = adaptSigma(step);
    adaptCovariance(step, steps, steady);
    decompose();
  }

  /** Shortens an unlikely long step to the longest likely length. */
  private RealVector shortened(RealVector step) {
    double most = Math.sqrt(n) + 2.0 * n / (n + 2);
    double length = whitened(step).getNorm();
    return length <= most ? step : step.mapMultiply(most / length);
  }

  /** The inverse square root of the covariance, times a vector. */
  private RealVector whitened(RealVector vector) {
    RealVector along = axes.transpose().operate(vector);
    for (int i = 0; i < n; i++) {
      along.setEntry(i, along.getEntry(i) / lengths[i]);
    }
    return axes.operate(along);
  }

  /** Equations (43) and (44). Returns whether the path is no longer than expected by chance. */
  private boolean adaptSigma(RealVector step) {
    double c = (mueff + 2) / (n + mueff + 5);
    double damping = 1 + 2 * Math.max(0, Math.sqrt((mueff - 1) / (n + 1)) - 1) + c;
    double expected = Math.sqrt(n) * (1 - 1.0 / (4 * n) + 1.0 / (21.0 * n * n));
    pathOfSigma =
        pathOfSigma
            .mapMultiply(1 - c)
            .add(whitened(step).mapMultiply(Math.sqrt(c * (2 - c) * mueff)));
    double length = pathOfSigma.getNorm();
    sigma = Math.min(LARGEST_SIGMA, sigma * Math.exp(c / damping * (length / expected - 1)));
    double grown = Math.sqrt(1 - Math.pow(1 - c, 2.0 * generations));
    return length / grown < (1.4 + 2.0 / (n + 1)) * expected;
  }

  /** Equations (45) and (47), with positive weights. */
  private void adaptCovariance(RealVector step, RealVector[] steps, boolean steady) {
    double c = (4 + mueff / n) / (n + 4 + 2 * mueff / n);
    double rankOne = 2 / ((n + 1.3) * (n + 1.3) + mueff);
    double rankMu =
        Math.min(1 - rankOne, 2 * (mueff - 2 + 1 / mueff) / ((n + 2.0) * (n + 2.0) + mueff));
    double weight = steady ? Math.sqrt(c * (2 - c) * mueff) : 0;
    pathOfCovariance = pathOfCovariance.mapMultiply(1 - c).add(step.mapMultiply(weight));
    double kept = 1 - rankOne - rankMu + (steady ? 0 : rankOne * c * (2 - c));
    RealMatrix next = covariance.scalarMultiply(kept);
    next = next.add(pathOfCovariance.outerProduct(pathOfCovariance).scalarMultiply(rankOne));
    for (int i = 0; i < steps.length; i++) {
      next = next.add(steps[i].outerProduct(steps[i]).scalarMultiply(rankMu * weights[i]));
    }
    covariance = next;
  }

  private void decompose() {
    RealMatrix even = covariance.add(covariance.transpose()).scalarMultiply(0.5);
    EigenDecomposition eigen = new EigenDecomposition(new Array2DRowRealMatrix(even.getData()));
    axes = eigen.getV();
    lengths = eigen.getRealEigenvalues();
    for (int i = 0; i < n; i++) {
      lengths[i] = Math.sqrt(Math.max(LEAST_EIGENVALUE, lengths[i]));
    }
  }
}
