package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.bytedeco.openblas.global.openblas.CblasLeft;
import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas.LAPACK_ROW_MAJOR;
import static org.bytedeco.openblas.global.openblas.cblas_dtrsm;

import java.util.Random;
import org.bytedeco.javacpp.DoublePointer;
import org.junit.jupiter.api.Test;

/**
 * The OpenBLAS under ND4J solves: an older one gave wrong answers with AVX-512, from 4 unknowns on.
 */
class TestOpenBlas {

  @Test
  void factorsAndTrianglesAreRight() {
    Random random = new Random(1);
    for (int n = 1; n <= 70; n++) {
      double[][] system = positive(n, random);
      double[] factor = flat(system);
      assertThat(LAPACKE_dpotrf(LAPACK_ROW_MAJOR, (byte) 'L', n, factor, n)).isZero();
      double[] asked = random.doubles(n).toArray();
      double[] solved = solve(factor, asked);
      for (int i = 0; i < n; i++) {
        double product = 0;
        double answer = 0;
        for (int k = 0; k <= i; k++) {
          product += factor[i * n + k] * factor[i * n + k];
          answer += factor[i * n + k] * solved[k];
        }
        assertThat(product).as("LL' of size %d", n).isCloseTo(system[i][i], within(1e-9));
        assertThat(answer).as("Lx of size %d", n).isCloseTo(asked[i], within(1e-9));
      }
    }
  }

  private static double[] solve(double[] factor, double[] asked) {
    int n = asked.length;
    double[] solved = new double[n];
    try (DoublePointer l = new DoublePointer(factor);
        DoublePointer x = new DoublePointer((long) n * n)) {
      for (int i = 0; i < n * n; i++) {
        x.put(i, asked[i / n]); // n equal columns: the wrong kernel took four at a time
      }
      cblas_dtrsm(
          CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, n, 1, l, n, x, n);
      for (int i = 0; i < n; i++) {
        solved[i] = x.get((long) i * n + n - 1);
      }
    }
    return solved;
  }

  private static double[][] positive(int n, Random random) {
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      rows[i] = random.doubles(n, -1, 1).toArray();
    }
    double[][] system = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          system[i][j] += rows[i][k] * rows[j][k];
        }
      }
      system[i][i] += n;
    }
    return system;
  }

  private static double[] flat(double[][] rows) {
    return java.util.Arrays.stream(rows).flatMapToDouble(java.util.Arrays::stream).toArray();
  }
}
