package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.inverse;
import static org.attune.model.reference.ReferenceAlgebra.largest;
import static org.attune.model.reference.ReferenceAlgebra.meanRow;
import static org.attune.model.reference.ReferenceAlgebra.minus;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.solve;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceHeads {

  private final Random random = new Random(6);
  private final double[][] q = gaussian(5, 3, random);
  private final double[][] k = gaussian(12, 3, random);
  private final double[][] v = gaussian(12, 2, random);
  private final double[][] oneHot = oneHot(12, 3);
  private final double[] logPrior = {Math.log(0.2), Math.log(0.5), Math.log(0.3)};

  @Test
  void weightedRidgeIsWhereTheGradientOfTheWeightedLossVanishes() {
    double[] d = random.doubles(12, 0.1, 3).toArray();
    double[][] w = ReferenceHeads.weightedRidge(k, v, d, 0.3);
    double[][] residual = minus(times(k, w), v);
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 2; j++) {
        residual[i][j] *= d[i];
      }
    }
    assertThat(largest(plus(times(transpose(k), residual), scaled(0.3, w)))).isLessThan(1e-12);
  }

  @Test
  void integerWeightsAreRepetitions() {
    double[] d = new double[12];
    Arrays.fill(d, 1);
    d[4] = 2;
    double[][] kk = Arrays.copyOf(k, 13);
    double[][] vv = Arrays.copyOf(v, 13);
    kk[12] = k[4];
    vv[12] = v[4];
    assertThat(
            distance(
                ReferenceHeads.weightedRidge(k, v, d, 0.3), ReferenceRidge.weights(kk, vv, 0.3)))
        .isLessThan(1e-12);
  }

  @Test
  void leastSquaresSvmMinimisesItsPrimalProblemWithAFreeOffset() {
    // min ½λ|w|² + ½Σ(y - k w - b)²: append a column of ones whose weight is not penalised.
    double[][] ones = ReferenceAlgebra.map(new double[12][1], x -> 1);
    double[][] bordered = ReferenceAlgebra.beside(k, ones);
    double[][] m = plus(times(transpose(bordered), bordered), scaled(0.4, identity(4)));
    m[3][3] -= 0.4;
    double[][] signs = ReferenceAlgebra.map(oneHot, x -> 2 * x - 1);
    double[][] w = solve(m, times(transpose(bordered), signs));
    double[][] onesOfQueries = ReferenceAlgebra.map(new double[5][1], x -> 1);
    assertThat(
            distance(
                ReferenceHeads.leastSquaresSvm(q, k, oneHot, 0.4),
                times(ReferenceAlgebra.beside(q, onesOfQueries), w)))
        .isLessThan(1e-11);
  }

  @Test
  void linearDiscriminantScoresDifferAsTheLogPosteriorsOfGaussiansWithOneCovariance() {
    double[][] scores = ReferenceHeads.linearDiscriminant(q, k, oneHot, 0.1, logPrior);
    double[][] m = scaled(0.1, identity(3));
    for (int c = 0; c < 3; c++) {
      double[][] centred = ReferenceHeads.centred(ReferenceHeads.members(k, oneHot, c));
      m = plus(m, scaled(1.0 / 9, times(transpose(centred), centred)));
    }
    for (double[][] row : split(q)) {
      double[] posterior = new double[3];
      for (int c = 0; c < 3; c++) {
        double[] mean = meanRow(ReferenceHeads.members(k, oneHot, c));
        posterior[c] = logDensity(row, mean, m) + logPrior[c];
      }
      double[] score = scores[Arrays.asList(q).indexOf(row[0])];
      assertThat(score[0] - score[1]).isCloseTo(posterior[0] - posterior[1], within(1e-11));
      assertThat(score[0] - score[2]).isCloseTo(posterior[0] - posterior[2], within(1e-11));
    }
  }

  @Test
  void linearDiscriminantHasTheFormOfRidgeWithAnotherMatrix() {
    // science 3.2: W = M⁻¹Kᵀψ(V), ψ(V) = V diag(1/N_c), so that Kᵀψ(V) holds the class means.
    double[][] shares = ReferenceAlgebra.map(oneHot, x -> x / 4);
    double[][] means = transpose(times(transpose(k), shares));
    for (int c = 0; c < 3; c++) {
      assertThat(means[c])
          .containsExactly(meanRow(ReferenceHeads.members(k, oneHot, c)), within(1e-14));
    }
  }

  @Test
  void quadraticDiscriminantScoresDifferAsLogPosteriorsOfGaussians() {
    double[][] scores = ReferenceHeads.quadraticDiscriminant(q, k, oneHot, 0.1, logPrior);
    for (int i = 0; i < q.length; i++) {
      double[] posterior = new double[3];
      for (int c = 0; c < 3; c++) {
        double[][] members = ReferenceHeads.members(k, oneHot, c);
        double[][] centred = ReferenceHeads.centred(members);
        double[][] m =
            plus(
                scaled(1.0 / members.length, times(transpose(centred), centred)),
                scaled(0.1, identity(3)));
        posterior[c] = logDensity(new double[][] {q[i]}, meanRow(members), m) + logPrior[c];
      }
      assertThat(scores[i][0] - scores[i][2]).isCloseTo(posterior[0] - posterior[2], within(1e-11));
      assertThat(scores[i][1] - scores[i][2]).isCloseTo(posterior[1] - posterior[2], within(1e-11));
    }
  }

  @Test
  void equalityHoldsAndTheGradientLiesInTheSpanOfTheConstraints() {
    double[][] r = gaussian(2, 3, random);
    double[][] value = gaussian(2, 2, random);
    double[][] w = ReferenceHeads.equality(k, v, 0.3, r, value);
    assertThat(distance(times(r, w), value)).isLessThan(1e-12);
    double[][] gradient = minus(times(ReferenceRidge.gram(k, 0.3), w), times(transpose(k), v));
    double[][] multipliers = solve(times(r, transpose(r)), times(r, gradient));
    assertThat(distance(gradient, times(transpose(r), multipliers))).isLessThan(1e-11);
  }

  @Test
  void inequalityThatHoldsAnywayChangesNothing() {
    double[][] r = gaussian(2, 3, random);
    double[][] far = {{1e3, 1e3}, {1e3, 1e3}};
    assertThat(
            distance(
                ReferenceHeads.inequality(k, v, 0.3, r, far), ReferenceRidge.weights(k, v, 0.3)))
        .isZero();
  }

  @Test
  void inequalityPointIsFeasibleAndNoFeasiblePointNearbyIsBetter() {
    double[][] r = gaussian(3, 3, random);
    double[][] bound = scaled(-0.2, ReferenceAlgebra.map(gaussian(3, 2, random), Math::abs));
    double[][] w = ReferenceHeads.inequality(k, v, 0.3, r, bound);
    assertThat(exceeds(r, w, bound)).isLessThan(1e-9);
    double best = loss(w);
    int tried = 0;
    for (int i = 0; i < 20_000; i++) {
      double[][] other = plus(w, scaled(0.05, gaussian(3, 2, random)));
      if (exceeds(r, other, bound) <= 0) {
        tried++;
        assertThat(loss(other)).isGreaterThanOrEqualTo(best - 1e-12);
      }
    }
    assertThat(tried).isGreaterThan(100);
    assertThat(exceeds(r, ReferenceRidge.weights(k, v, 0.3), bound)).isGreaterThan(0);
  }

  private double loss(double[][] w) {
    double[][] residual = minus(times(k, w), v);
    double sum = 0;
    for (double[] row : residual) {
      sum += ReferenceAlgebra.dot(row, row);
    }
    for (double[] row : w) {
      sum += 0.3 * ReferenceAlgebra.dot(row, row);
    }
    return sum;
  }

  private static double exceeds(double[][] r, double[][] w, double[][] bound) {
    double most = Double.NEGATIVE_INFINITY;
    for (double[] row : minus(times(r, w), bound)) {
      for (double x : row) {
        most = Math.max(most, x);
      }
    }
    return most;
  }

  private static double logDensity(double[][] x, double[] mean, double[][] covariance) {
    double[][] offset = minus(x, new double[][] {mean});
    double square = times(offset, inverse(covariance), transpose(offset))[0][0];
    return -0.5
        * (square
            + ReferenceAlgebra.logDeterminant(covariance)
            + mean.length * Math.log(2 * Math.PI));
  }

  private static double[][][] split(double[][] a) {
    return Arrays.stream(a).map(row -> new double[][] {row}).toArray(double[][][]::new);
  }

  private static double[][] oneHot(int n, int classes) {
    double[][] targets = new double[n][classes];
    for (int i = 0; i < n; i++) {
      targets[i][i % classes] = 1;
    }
    return targets;
  }
}
