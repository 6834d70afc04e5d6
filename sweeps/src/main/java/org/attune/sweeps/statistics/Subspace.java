package org.attune.sweeps.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * The space that some columns span, for sums of squares of linear models whose columns may depend
 * on each other: a column that adds nothing is left out.
 *
 * <p>Modified Gram-Schmidt, each column twice (Giraud, Langou and Rozloznik, Comput. Math. Appl.
 * 50, 2005: twice is enough).
 */
public final class Subspace {

  /** What is left of a column, as a share of its length, when it depends on those before. */
  private static final double DEPENDENT = 1e-8;

  private final List<double[]> basis;

  private Subspace(List<double[]> basis) {
    this.basis = basis;
  }

  /** The space of nothing. */
  public static Subspace empty() {
    return new Subspace(new ArrayList<>());
  }

  /** This space and some columns, all of one length. */
  public Subspace with(double[]... columns) {
    Subspace larger = new Subspace(new ArrayList<>(basis));
    for (double[] column : columns) {
      larger.add(column);
    }
    return larger;
  }

  private void add(double[] column) {
    double before = Math.sqrt(dot(column, column));
    double[] rest = residual(residual(column));
    double length = Math.sqrt(dot(rest, rest));
    if (length > DEPENDENT * before) {
      for (int i = 0; i < rest.length; i++) {
        rest[i] /= length;
      }
      basis.add(rest);
    }
  }

  /** How many independent columns there are. */
  public int dimension() {
    return basis.size();
  }

  /** What of a column the space does not hold. */
  public double[] residual(double[] column) {
    double[] rest = column.clone();
    for (double[] direction : basis) {
      double along = dot(direction, rest);
      for (int i = 0; i < rest.length; i++) {
        rest[i] -= along * direction[i];
      }
    }
    return rest;
  }

  /** The sum of squares that is left of a column. */
  public double squaredResidual(double[] column) {
    double[] rest = residual(column);
    return dot(rest, rest);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
