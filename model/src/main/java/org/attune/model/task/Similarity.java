package org.attune.model.task;

import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;

/**
 * A rotation, scaling and shift of the plane: {@code y = M x + t}.
 *
 * @param m scale times rotation, (2, 2)
 * @param t shift
 */
record Similarity(double[][] m, double[] t) {

  /** Returns a similarity from a scale, an angle and a shift. */
  static Similarity of(double scale, double angle, double x, double y) {
    double c = scale * Math.cos(angle);
    double s = scale * Math.sin(angle);
    return new Similarity(new double[][] {{c, -s}, {s, c}}, new double[] {x, y});
  }

  double[] map(double[] x) {
    return new double[] {
      m[0][0] * x[0] + m[0][1] * x[1] + t[0], m[1][0] * x[0] + m[1][1] * x[1] + t[1]
    };
  }

  /**
   * Returns the similarity with the least squared error on pairs. With centred x and y and {@code Σ
   * yx' / n = U D V'}, it is {@code R = U S V'} with scale {@code tr(DS) / var x}, where S turns a
   * reflection back into a rotation. (Umeyama 1991, equations 40 to 42.)
   *
   * @param rows {@code [x, y, ...]} of two columns each
   * @param count number of rows, from the first, that are pairs
   */
  static Similarity fitted(double[][] rows, int count) {
    double[] mean = new double[4];
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < 4; c++) {
        mean[c] += rows[i][c] / count;
      }
    }
    double[][] covariance = new double[2][2];
    double variance = 0;
    for (int i = 0; i < count; i++) {
      for (int r = 0; r < 2; r++) {
        variance += Math.pow(rows[i][r] - mean[r], 2) / count;
        for (int c = 0; c < 2; c++) {
          covariance[r][c] += (rows[i][2 + r] - mean[2 + r]) * (rows[i][c] - mean[c]) / count;
        }
      }
    }
    RealMatrix yx = new Array2DRowRealMatrix(covariance, false);
    SingularValueDecomposition svd = new SingularValueDecomposition(yx);
    double hand =
        Math.signum(
            new LUDecomposition(svd.getU()).getDeterminant()
                * new LUDecomposition(svd.getV()).getDeterminant());
    RealMatrix s = MatrixUtils.createRealDiagonalMatrix(new double[] {1, hand});
    RealMatrix rotation = svd.getU().multiply(s).multiply(svd.getVT());
    double scale = svd.getS().multiply(s).getTrace() / variance;
    double[][] m = rotation.scalarMultiply(scale).getData();
    return new Similarity(
        m,
        new double[] {
          mean[2] - m[0][0] * mean[0] - m[0][1] * mean[1],
          mean[3] - m[1][0] * mean[0] - m[1][1] * mean[1]
        });
  }
}
