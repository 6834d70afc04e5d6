package org.attune.model.reference;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * Dense float64 matrices as {@code double[rows][columns]}: the words the references are said in.
 */
final class ReferenceAlgebra {

  private static final int JACOBI_SWEEPS = 60;

  private ReferenceAlgebra() {}

  static double[][] gaussian(int rows, int columns, Random random) {
    return map(new double[rows][columns], zero -> random.nextGaussian());
  }

  static double[][] identity(int size) {
    double[][] eye = new double[size][size];
    for (int i = 0; i < size; i++) {
      eye[i][i] = 1;
    }
    return eye;
  }

  /** The product of the factors, from left to right. */
  static double[][] times(double[][] first, double[][]... others) {
    double[][] product = first;
    for (double[][] other : others) {
      double[][] next = new double[product.length][other[0].length];
      for (int i = 0; i < product.length; i++) {
        for (int j = 0; j < other[0].length; j++) {
          for (int l = 0; l < other.length; l++) {
            next[i][j] += product[i][l] * other[l][j];
          }
        }
      }
      product = next;
    }
    return product;
  }

  static double[][] transpose(double[][] a) {
    double[][] t = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  static double[][] plus(double[][] a, double[][] b) {
    double[][] sum = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        sum[i][j] = a[i][j] + b[i][j];
      }
    }
    return sum;
  }

  static double[][] minus(double[][] a, double[][] b) {
    return plus(a, scaled(-1, b));
  }

  static double[][] scaled(double factor, double[][] a) {
    return map(a, x -> factor * x);
  }

  static double[][] map(double[][] a, DoubleUnaryOperator f) {
    double[][] image = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        image[i][j] = f.applyAsDouble(a[i][j]);
      }
    }
    return image;
  }

  /** Adds a row vector to every row. */
  static double[][] plusRow(double[][] a, double[] row) {
    double[][] sum = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        sum[i][j] = a[i][j] + row[j];
      }
    }
    return sum;
  }

  /** The mean of the rows. */
  static double[] meanRow(double[][] a) {
    double[] mean = new double[a[0].length];
    for (double[] row : a) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += row[j] / a.length;
      }
    }
    return mean;
  }

  /** Puts matrices of equally many rows side by side. */
  static double[][] beside(double[][]... parts) {
    double[][] whole = new double[parts[0].length][];
    for (int i = 0; i < whole.length; i++) {
      int width = 0;
      for (double[][] part : parts) {
        width += part[i].length;
      }
      whole[i] = new double[width];
      int from = 0;
      for (double[][] part : parts) {
        System.arraycopy(part[i], 0, whole[i], from, part[i].length);
        from += part[i].length;
      }
    }
    return whole;
  }

  static double[][] rows(double[][] a, int from, int to) {
    double[][] some = new double[to - from][];
    for (int i = from; i < to; i++) {
      some[i - from] = a[i].clone();
    }
    return some;
  }

  static double[][] columns(double[][] a, int from, int to) {
    return transpose(rows(transpose(a), from, to));
  }

  static double[][] permuted(double[][] a, int[] order) {
    double[][] p = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      p[i] = a[order[i]].clone();
    }
    return p;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  static double largest(double[][] a) {
    double most = 0;
    for (double[] row : a) {
      for (double x : row) {
        most = Math.max(most, Math.abs(x));
      }
    }
    return most;
  }

  static double distance(double[][] a, double[][] b) {
    return largest(minus(a, b));
  }

  static double[][] softmaxRows(double[][] a) {
    double[][] p = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      double top = Double.NEGATIVE_INFINITY;
      for (double x : a[i]) {
        top = Math.max(top, x);
      }
      double sum = 0;
      for (int j = 0; j < p[i].length; j++) {
        p[i][j] = Math.exp(a[i][j] - top);
        sum += p[i][j];
      }
      for (int j = 0; j < p[i].length; j++) {
        p[i][j] /= sum;
      }
    }
    return p;
  }

  /** {@code a⁻¹ b} by Gaussian elimination with partial pivoting. */
  static double[][] solve(double[][] a, double[][] b) {
    int n = a.length;
    double[][] m = beside(a, b);
    for (int c = 0; c < n; c++) {
      int pivot = c;
      for (int i = c + 1; i < n; i++) {
        if (Math.abs(m[i][c]) > Math.abs(m[pivot][c])) {
          pivot = i;
        }
      }
      double[] swap = m[c];
      m[c] = m[pivot];
      m[pivot] = swap;
      for (int i = 0; i < n; i++) {
        double factor = m[i][c] / m[c][c];
        for (int j = c; i != c && j < m[i].length; j++) {
          m[i][j] -= factor * m[c][j];
        }
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = n; j < m[i].length; j++) {
        m[i][j] /= m[i][i];
      }
    }
    return columns(m, n, m[0].length);
  }

  static double[][] inverse(double[][] a) {
    return solve(a, identity(a.length));
  }

  /** {@code U f(Λ) Uᵀ} of a symmetric matrix {@code U Λ Uᵀ}, by cyclic Jacobi rotations. */
  static double[][] spectral(double[][] symmetric, DoubleUnaryOperator f) {
    int n = symmetric.length;
    double[][] a = map(symmetric, x -> x);
    double[][] u = identity(n);
    for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          if (a[p][q] != 0) {
            double[][] g = rotation(n, p, q, 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]));
            a = times(transpose(g), a, g);
            u = times(u, g);
          }
        }
      }
      if (offDiagonal(a) <= 1e-15 * largest(a)) {
        break;
      }
    }
    double[][] lambda = new double[n][n];
    for (int i = 0; i < n; i++) {
      lambda[i][i] = f.applyAsDouble(a[i][i]);
    }
    return times(u, lambda, transpose(u));
  }

  private static double[][] rotation(int n, int p, int q, double angle) {
    double[][] g = identity(n);
    g[p][p] = Math.cos(angle);
    g[q][q] = Math.cos(angle);
    g[p][q] = Math.sin(angle);
    g[q][p] = -Math.sin(angle);
    return g;
  }

  private static double offDiagonal(double[][] a) {
    double most = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        most = i == j ? most : Math.max(most, Math.abs(a[i][j]));
      }
    }
    return most;
  }

  /** {@code log |a|} of a positive definite matrix: the sum of the logarithms of its pivots. */
  static double logDeterminant(double[][] a) {
    double[][] m = map(a, x -> x);
    double log = 0;
    for (int c = 0; c < m.length; c++) {
      log += Math.log(m[c][c]);
      for (int i = c + 1; i < m.length; i++) {
        double factor = m[i][c] / m[c][c];
        for (int j = c; j < m.length; j++) {
          m[i][j] -= factor * m[c][j];
        }
      }
    }
    return log;
  }
}
