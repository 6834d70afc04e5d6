package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orthogonalised matrices, by their singular values and against the iteration in float64. */
class TestNewtonSchulz {

  private static final double[] STEP = {3.4445, -4.7750, 2.0315};

  private static RealMatrix random(int rows, int columns, Random random) {
    RealMatrix all = new Array2DRowRealMatrix(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        all.setEntry(i, j, random.nextGaussian());
      }
    }
    return all;
  }

  /** A matrix whose singular values run from 0.05 to 1, log-uniformly. */
  private static RealMatrix matrix(int rows, int columns) {
    Random random = new Random(31L * rows + columns);
    int side = Math.min(rows, columns);
    RealMatrix u = new QRDecomposition(random(rows, side, random)).getQ();
    RealMatrix v = new QRDecomposition(random(columns, side, random)).getQ();
    RealMatrix s = new Array2DRowRealMatrix(rows, columns);
    for (int i = 0; i < side; i++) {
      s.setEntry(i, i, Math.pow(0.05, i / Math.max(1.0, side - 1)));
    }
    return u.multiply(s).multiply(v.transpose()).scalarMultiply(1e-3);
  }

  private static float[] flat(RealMatrix matrix) {
    float[] all = new float[matrix.getRowDimension() * matrix.getColumnDimension()];
    for (int i = 0; i < all.length; i++) {
      all[i] =
          (float) matrix.getEntry(i / matrix.getColumnDimension(), i % matrix.getColumnDimension());
    }
    return all;
  }

  private static RealMatrix orthogonalised(RealMatrix matrix) {
    float[] x = flat(matrix);
    new NewtonSchulz().orthogonalise(x, matrix.getRowDimension(), matrix.getColumnDimension());
    RealMatrix all = matrix.copy();
    for (int i = 0; i < x.length; i++) {
      all.setEntry(i / matrix.getColumnDimension(), i % matrix.getColumnDimension(), x[i]);
    }
    return all;
  }

  /** As the paper writes it: of the wide form, from the left. */
  private static RealMatrix reference(RealMatrix matrix) {
    boolean tall = matrix.getRowDimension() > matrix.getColumnDimension();
    RealMatrix x = tall ? matrix.transpose() : matrix;
    x = x.scalarMultiply(1 / (x.getFrobeniusNorm() + 1e-7));
    for (int step = 0; step < 5; step++) {
      RealMatrix a = x.multiply(x.transpose());
      RealMatrix b = a.scalarMultiply(STEP[1]).add(a.multiply(a).scalarMultiply(STEP[2]));
      x = x.scalarMultiply(STEP[0]).add(b.multiply(x));
    }
    return tall ? x.transpose() : x;
  }

  @ParameterizedTest
  @CsvSource({"32, 32", "48, 20", "20, 48", "7, 33", "64, 1", "1, 5"})
  void singularValuesAreNearOneAndVectorsStay(int rows, int columns) {
    RealMatrix matrix = matrix(rows, columns);

    RealMatrix made = orthogonalised(matrix);

    for (double s : new SingularValueDecomposition(made).getSingularValues()) {
      assertThat(s).isBetween(0.68, 1.21); // where the polynomial comes to rest
    }
    assertThat(made.subtract(reference(matrix)).getNorm()).isLessThan(1e-4);
    SingularValueDecomposition svd = new SingularValueDecomposition(matrix);
    RealMatrix nearest = svd.getU().multiply(svd.getVT()); // U V'
    double cosine =
        nearest.transpose().multiply(made).getTrace()
            / (nearest.getFrobeniusNorm() * made.getFrobeniusNorm());
    assertThat(cosine).isGreaterThan(0.97);
  }

  @Test
  void zeroStaysZero() {
    assertThat(orthogonalised(new Array2DRowRealMatrix(3, 4)).getFrobeniusNorm())
        .isEqualTo(0, within(0.0));
  }
}
