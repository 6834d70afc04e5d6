package org.attune.sweeps.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * The space spanned by some columns, for sums of squares of linear models. The columns may be
 * linearly dependent: a column that adds nothing is skipped.
 *
 * <p>It uses modified Gram-Schmidt, twice per column (Giraud, Langou and Rozloznik, Comput. Math.
 * Appl. 50, 2005: twice is enough).
 */
public final class Subspace {

  /** A column is dependent if its residual, as a share of its length, is below this. */
  private static final double DEPENDENT = 1e-8;

  private final List<double[]> basis;

  private Subspace(List<double[]> basis) {
    this.basis = basis;
  }

  /** The empty space. */
  public static Subspace empty() {
    return new Subspace(new ArrayList<>());
  }

  /** This space extended by some columns, all of one length. */
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

  /** The number of independent columns. */
  public int dimension() {
    return basis.size();
  }

  /** The part of a column outside the space. */
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

  /** The residual sum of squares of a column. */
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
