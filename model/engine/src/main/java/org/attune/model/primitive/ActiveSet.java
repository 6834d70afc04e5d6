package org.attune.model.primitive;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealVector;

/**
 * Finds the active constraints and their {@link Multipliers} for one right-hand side, in float64.
 * Inequalities are solved by the active set method (Lawson and Hanson 1974).
 */
public final class ActiveSet {

  private static final int MOST_CHANGES =
      1000; // of the active set; a solve needs only a few times the number of rows
  private static final double ROUNDING = 1e-12; // relative to the rounded number

  private final double[][] t;
  private final boolean inequality;
  private final boolean[] on;

  /**
   * @param t the effect of each constraint's multiplier on each constraint, symmetric and positive
   * @param inequality whether multipliers are one-sided; otherwise every constraint is active
   */
  public ActiveSet(double[][] t, boolean inequality) {
    this.t = t;
    this.inequality = inequality;
    on = new boolean[t.length];
    Arrays.fill(on, !inequality);
  }

  /**
   * Finds the active constraints and their multipliers.
   *
   * @param excess how far each constraint is exceeded with multipliers of 0
   * @return the multipliers
   * @throws ArithmeticException if no multipliers satisfy all constraints
   */
  public double[] multipliers(double[] excess) {
    return inequality ? pushes(excess) : solve(excess);
  }

  /** {@code T⁻¹ right} on the active constraints, 0 on the others. */
  public double[] solve(double[] right) {
    int rows = t.length;
    double[][] matrix = new double[rows][rows];
    double[] target = new double[rows];
    for (int r = 0; r < rows; r++) {
      matrix[r][r] = 1;
      target[r] = on[r] ? right[r] : 0;
      for (int c = 0; c < rows; c++) {
        if (on[r] && on[c]) {
          matrix[r][c] = t[r][c];
        }
      }
    }
    LUDecomposition lu =
        new LUDecomposition(new Array2DRowRealMatrix(matrix, false), Double.MIN_NORMAL);
    RealVector b = new ArrayRealVector(target, false);
    if (!lu.getSolver().isNonSingular() || Double.isNaN(b.getNorm())) {
      throw new ArithmeticException(
          "Cannot solve: the matrix is singular or not finite; raise lambda");
    }
    return lu.getSolver().solve(b).toArray();
  }

  /** Computes nonnegative multipliers and marks the active rows. */
  private double[] pushes(double[] excess) {
    double[] mu = new double[t.length];
    for (int change = 0; change < MOST_CHANGES; change++) {
      int most = mostExceeded(excess, mu);
      if (most < 0) {
        return mu;
      }
      on[most] = true;
      double[] next = solve(excess);
      while (pulls(next)) {
        mu = approached(mu, next);
        next = solve(excess);
      }
      mu = next;
    }
    throw new ArithmeticException(
        "Cannot satisfy the inequality constraints: they exclude or repeat each other; remove"
            + " some");
  }

  private int mostExceeded(double[] excess, double[] mu) {
    int most = -1;
    double excessThere = 0;
    for (int r = 0; r < t.length; r++) {
      double left = excess[r];
      for (int c = 0; c < t.length; c++) {
        left -= t[r][c] * mu[c];
      }
      if (!on[r] && left > Math.max(excessThere, ROUNDING * Math.abs(excess[r]))) {
        most = r;
        excessThere = left;
      }
    }
    return most;
  }

  private boolean pulls(double[] mu) {
    for (int r = 0; r < mu.length; r++) {
      if (on[r] && mu[r] <= 0) {
        return true;
      }
    }
    return false;
  }

  /** Steps from mu towards next until a row's multiplier reaches 0, and deactivates that row. */
  private double[] approached(double[] mu, double[] next) {
    double step = 1;
    for (int r = 0; r < mu.length; r++) {
      if (on[r] && next[r] <= 0) {
        step = Math.min(step, mu[r] / (mu[r] - next[r]));
      }
    }
    double[] moved = new double[mu.length];
    for (int r = 0; r < mu.length; r++) {
      moved[r] = mu[r] + step * (next[r] - mu[r]);
      if (on[r] && next[r] <= 0 && moved[r] <= ROUNDING * mu[r]) {
        on[r] = false;
        moved[r] = 0;
      }
    }
    return moved;
  }
}
