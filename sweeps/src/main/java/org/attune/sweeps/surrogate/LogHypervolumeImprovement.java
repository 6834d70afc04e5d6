package org.attune.sweeps.surrogate;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The logarithm of the expected hypervolume improvement, for independent posteriors of several
 * losses (Daulton, Balandat and Bakshy, "Differentiable Expected Hypervolume Improvement for
 * Parallel Multi-Objective Bayesian Optimization", NeurIPS 2020; in logarithms as Ament et al.,
 * NeurIPS 2023, section 4.3).
 *
 * <p>With the undominated region cut into boxes from l to u, the expectation is exact:
 *
 * <pre>sum over boxes of prod over objectives k of (E max(u_k - f_k, 0) - E max(l_k - f_k, 0)).
 * </pre>
 */
public final class LogHypervolumeImprovement implements Improvement {

  private final List<GaussianProcess> processes;
  private final double[][] bounds; // by objective
  private final int[][] low; // by box and objective, an index into bounds; -1 for no bound
  private final int[][] high;

  /**
   * @param processes one per objective; lower values are better
   * @param front the losses of the points that none dominates
   * @param reference the worst losses of interest
   */
  public LogHypervolumeImprovement(
      List<GaussianProcess> processes, List<double[]> front, double[] reference) {
    this.processes = List.copyOf(processes);
    int m = reference.length;
    List<Boxes.Box> boxes = Boxes.undominated(front, reference);
    bounds = new double[m][];
    low = new int[boxes.size()][m];
    high = new int[boxes.size()][m];
    for (int k = 0; k < m; k++) {
      bounds[k] = Boxes.bounds(boxes, k);
      for (int b = 0; b < low.length; b++) {
        low[b][k] = Boxes.place(bounds[k], boxes.get(b).low()[k]);
        high[b][k] = Boxes.place(bounds[k], boxes.get(b).high()[k]);
      }
    }
  }

  @Override
  public double at(double[] point) {
    return new Terms(k -> processes.get(k).at(point)).log();
  }

  @Override
  public double at(double[] point, double[] gradient) {
    int m = bounds.length;
    double[][] byMean = new double[m][point.length];
    double[][] byDeviation = new double[m][point.length];
    Terms terms = new Terms(k -> processes.get(k).at(point, byMean[k], byDeviation[k]));
    Arrays.fill(gradient, 0);
    double[] ofMean = new double[m];
    double[] ofDeviation = new double[m];
    terms.derive(ofMean, ofDeviation);
    for (int k = 0; k < m; k++) {
      for (int i = 0; i < point.length; i++) {
        gradient[i] += ofMean[k] * byMean[k][i] + ofDeviation[k] * byDeviation[k][i];
      }
    }
    return terms.log();
  }

  /** The terms of the sum over boxes at one point, as logarithms. */
  private final class Terms {
    private final double[][] logs; // log E max(bound - f, 0)
    private final double[][] below; // its derivative by the mean, negated
    private final double[][] density; // its derivative by the deviation
    private final double[] terms = new double[low.length];
    private final double most;
    private final double sum; // of the terms' shares of the greatest

    /**
     * @param beliefs the posterior of an objective at the point
     */
    Terms(IntFunction<GaussianProcess.Belief> beliefs) {
      int m = bounds.length;
      logs = new double[m][];
      below = new double[m][];
      density = new double[m][];
      for (int k = 0; k < m; k++) {
        GaussianProcess.Belief belief = beliefs.apply(k);
        int n = bounds[k].length;
        logs[k] = new double[n];
        below[k] = new double[n];
        density[k] = new double[n];
        for (int i = 0; i < n; i++) {
          double z = (bounds[k][i] - belief.expected()) / belief.deviation();
          double[] parts = LogExpectedImprovement.parts(z);
          logs[k][i] = Math.log(belief.deviation()) + parts[0];
          below[k][i] = parts[1] / belief.deviation();
          density[k][i] = parts[2] / belief.deviation();
        }
      }
      double greatest = Double.NEGATIVE_INFINITY;
      for (int b = 0; b < terms.length; b++) {
        for (int k = 0; k < m; k++) {
          terms[b] += logDifference(logs[k], low[b][k], high[b][k]);
        }
        greatest = Math.max(greatest, terms[b]);
      }
      double shares = 0;
      for (double term : terms) {
        shares += Math.exp(term - greatest);
      }
      most = greatest;
      sum = shares;
    }

    /** The logarithm of their sum. */
    double log() {
      return most + Math.log(sum);
    }

    /** Adds the derivatives of {@link #log} by each objective's mean and deviation. */
    void derive(double[] ofMean, double[] ofDeviation) {
      for (int b = 0; b < terms.length; b++) {
        double share = Math.exp(terms[b] - most) / sum;
        if (share < 1e-12) {
          continue;
        }
        for (int k = 0; k < bounds.length; k++) {
          int u = high[b][k];
          int l = low[b][k];
          // The share of the lower bound's expectation in the upper bound's.
          double lower = l < 0 ? 0 : Math.exp(logs[k][l] - logs[k][u]);
          double factor = share / Math.max(1e-300, 1 - lower);
          ofMean[k] -= factor * (below[k][u] - (l < 0 ? 0 : lower * below[k][l]));
          ofDeviation[k] += factor * (density[k][u] - (l < 0 ? 0 : lower * density[k][l]));
        }
      }
    }
  }

  /** log(exp(logs[high]) - exp(logs[low])). */
  private static double logDifference(double[] logs, int low, int high) {
    if (low < 0) {
      return logs[high];
    }
    return logs[high] + Math.log(Math.max(1e-300, -Math.expm1(logs[low] - logs[high])));
  }
}
