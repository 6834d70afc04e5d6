package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.inverse;
import static org.attune.model.reference.ReferenceAlgebra.logDeterminant;
import static org.attune.model.reference.ReferenceAlgebra.meanRow;
import static org.attune.model.reference.ReferenceAlgebra.minus;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.plusRow;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.solve;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The classical heads, by the textbook.
 *
 * <p>K (n, k), Q (m, k); for regression V (n, v), for classification V (n, C) is one-hot.
 */
final class ReferenceHeads {

  private ReferenceHeads() {}

  /** Minimiser of {@code Σ_i d_i ‖k_i W - v_i‖² + λ‖W‖²}: (k, v). */
  static double[][] weightedRidge(double[][] k, double[][] v, double[] d, double lambda) {
    double[][] weight = diagonal(d);
    double[][] m = plus(times(transpose(k), weight, k), scaled(lambda, identity(k[0].length)));
    return solve(m, times(transpose(k), weight, v));
  }

  /**
   * Scores of the least-squares support vector machine, one against the rest, from its dual system
   * (Suykens and Vandewalle 1999): {@code [0 1ᵀ; 1 KKᵀ+λI] [b; α] = [0; y]}, {@code y = ±1}; score
   * {@code qKᵀα + b}.
   */
  static double[][] leastSquaresSvm(double[][] q, double[][] k, double[][] oneHot, double lambda) {
    int n = k.length;
    double[][] system = new double[n + 1][n + 1];
    double[][] targets = new double[n + 1][oneHot[0].length];
    double[][] gram = ReferenceRidge.gram(transpose(k), lambda);
    for (int i = 0; i < n; i++) {
      system[0][i + 1] = 1;
      system[i + 1][0] = 1;
      System.arraycopy(gram[i], 0, system[i + 1], 1, n);
      for (int c = 0; c < oneHot[0].length; c++) {
        targets[i + 1][c] = 2 * oneHot[i][c] - 1;
      }
    }
    double[][] solution = solve(system, targets);
    double[][] alpha = Arrays.copyOfRange(solution, 1, n + 1);
    return plusRow(times(q, transpose(k), alpha), solution[0]);
  }

  /**
   * Scores {@code qM⁻¹μ_cᵀ - ½μ_cM⁻¹μ_cᵀ + log π_c} of linear discriminant analysis, with the
   * pooled covariance {@code M = Σ_c(K_c-μ_c)ᵀ(K_c-μ_c)/(N-C) + λI}.
   */
  static double[][] linearDiscriminant(
      double[][] q, double[][] k, double[][] oneHot, double lambda, double[] logPrior) {
    int classes = oneHot[0].length;
    double[][] m = scaled(lambda, identity(k[0].length));
    for (int c = 0; c < classes; c++) {
      double[][] centred = centred(members(k, oneHot, c));
      m = plus(m, scaled(1.0 / (k.length - classes), times(transpose(centred), centred)));
    }
    double[][] precision = inverse(m);
    double[][] scores = new double[q.length][classes];
    for (int c = 0; c < classes; c++) {
      double[][] mean = {meanRow(members(k, oneHot, c))};
      double half = 0.5 * times(mean, precision, transpose(mean))[0][0];
      double[][] projection = times(q, precision, transpose(mean));
      for (int i = 0; i < q.length; i++) {
        scores[i][c] = projection[i][0] - half + logPrior[c];
      }
    }
    return scores;
  }

  /**
   * Scores {@code -½(q-μ_c)M_c⁻¹(q-μ_c)ᵀ - ½log|M_c| + log π_c} of quadratic discriminant analysis,
   * with {@code M_c = (K_c-μ_c)ᵀ(K_c-μ_c)/N_c + λI}.
   */
  static double[][] quadraticDiscriminant(
      double[][] q, double[][] k, double[][] oneHot, double lambda, double[] logPrior) {
    int classes = oneHot[0].length;
    double[][] scores = new double[q.length][classes];
    for (int c = 0; c < classes; c++) {
      double[][] members = members(k, oneHot, c);
      double[][] centred = centred(members);
      double[][] m =
          plus(
              scaled(1.0 / members.length, times(transpose(centred), centred)),
              scaled(lambda, identity(k[0].length)));
      double[][] precision = inverse(m);
      double[] mean = meanRow(members);
      for (int i = 0; i < q.length; i++) {
        double[][] offset = minus(new double[][] {q[i]}, new double[][] {mean});
        double square = times(offset, precision, transpose(offset))[0][0];
        scores[i][c] = -0.5 * square - 0.5 * logDeterminant(m) + logPrior[c];
      }
    }
    return scores;
  }

  /**
   * Ridge weights under {@code RW = r}: {@code W - M⁻¹Rᵀ(RM⁻¹Rᵀ)⁻¹(RW - r)}; R (c, k), r (c, v).
   */
  static double[][] equality(
      double[][] k, double[][] v, double lambda, double[][] constraint, double[][] value) {
    double[][] free = ReferenceRidge.weights(k, v, lambda);
    double[][] reach = solve(ReferenceRidge.gram(k, lambda), transpose(constraint));
    double[][] excess = minus(times(constraint, free), value);
    return minus(free, times(reach, solve(times(constraint, reach), excess)));
  }

  /**
   * Ridge weights under {@code RW ≤ r}, each column of V by itself: of all subsets of rows held
   * with equality, the one whose point is feasible and whose multipliers are not negative.
   */
  static double[][] inequality(
      double[][] k, double[][] v, double lambda, double[][] constraint, double[][] bound) {
    double[][] weights = new double[v[0].length][];
    for (int column = 0; column < v[0].length; column++) {
      double[][] target = ReferenceAlgebra.columns(v, column, column + 1);
      double[][] limit = ReferenceAlgebra.columns(bound, column, column + 1);
      for (int subset = 0; weights[column] == null; subset++) {
        double[][] w = held(k, target, lambda, constraint, limit, subset);
        weights[column] = w == null ? null : transpose(w)[0];
      }
    }
    return transpose(weights);
  }

  /** The point with a subset of the rows held, or null when it is not the solution. */
  private static double[][] held(
      double[][] k,
      double[][] v,
      double lambda,
      double[][] constraint,
      double[][] bound,
      int subset) {
    double tolerance = 1e-9;
    double[][] w = ReferenceRidge.weights(k, v, lambda);
    if (subset > 0) {
      double[][] some = rowsIn(constraint, subset);
      w = equality(k, v, lambda, some, rowsIn(bound, subset));
      // Stationarity: M w - Kᵀv + someᵀ μ = 0.
      double[][] pull = minus(times(transpose(k), v), times(ReferenceRidge.gram(k, lambda), w));
      double[][] multipliers = solve(times(some, transpose(some)), times(some, pull));
      for (double[] multiplier : multipliers) {
        if (multiplier[0] < -tolerance) {
          return null;
        }
      }
    }
    double[][] excess = minus(times(constraint, w), bound);
    for (double[] row : excess) {
      if (row[0] > tolerance) {
        return null;
      }
    }
    return w;
  }

  private static double[][] rowsIn(double[][] a, int subset) {
    List<double[]> some = new ArrayList<>();
    for (int i = 0; i < a.length; i++) {
      if ((subset >> i & 1) == 1) {
        some.add(a[i]);
      }
    }
    return some.toArray(double[][]::new);
  }

  static double[][] members(double[][] k, double[][] oneHot, int c) {
    List<double[]> some = new ArrayList<>();
    for (int i = 0; i < k.length; i++) {
      if (oneHot[i][c] == 1) {
        some.add(k[i]);
      }
    }
    return some.toArray(double[][]::new);
  }

  static double[][] centred(double[][] a) {
    double[] mean = meanRow(a);
    for (int j = 0; j < mean.length; j++) {
      mean[j] = -mean[j];
    }
    return plusRow(a, mean);
  }

  private static double[][] diagonal(double[] d) {
    double[][] m = new double[d.length][d.length];
    for (int i = 0; i < d.length; i++) {
      m[i][i] = d[i];
    }
    return m;
  }
}
