package org.attune.sweeps.statistics;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;

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

  private final List<RealVector> basis;

  private Subspace(List<RealVector> basis) {
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
      RealVector before = new ArrayRealVector(column);
      RealVector rest = larger.residual(larger.residual(before));
      if (rest.getNorm() > DEPENDENT * before.getNorm()) {
        larger.basis.add(rest.mapDivide(rest.getNorm()));
      }
    }
    return larger;
  }

  /** The number of independent columns. */
  public int dimension() {
    return basis.size();
  }

  /** The part of a column outside the space. */
  public double[] residual(double[] column) {
    return residual(new ArrayRealVector(column)).toArray();
  }

  private RealVector residual(RealVector column) {
    RealVector rest = column.copy();
    for (RealVector direction : basis) {
      rest.combineToSelf(1, -direction.dotProduct(rest), direction);
    }
    return rest;
  }

  /** The residual sum of squares of a column. */
  public double squaredResidual(double[] column) {
    RealVector rest = residual(new ArrayRealVector(column));
    return rest.dotProduct(rest);
  }
}
