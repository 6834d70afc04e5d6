package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.permuted;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.softmaxRows;
import static org.attune.model.reference.ReferenceAlgebra.solve;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceSigmaRidge {

  private final Random random = new Random(4);
  private final double[][] q = gaussian(4, 3, random);
  private final double[][] k = gaussian(7, 3, random);
  private final double[][] v = gaussian(7, 2, random);

  @Test
  void firstFormWithQueriesScaledByALargeLambdaIsSoftmaxOfPlainScores() {
    double[][] softmax = times(softmaxRows(times(q, transpose(k))), v);
    double error6 = distance(ReferenceSigmaRidge.first(scaled(1e6, q), k, v, 1e6), softmax);
    double error7 = distance(ReferenceSigmaRidge.first(scaled(1e7, q), k, v, 1e7), softmax);
    assertThat(error6).isLessThan(1e-3);
    assertThat(error6 / error7).isBetween(9.0, 11.0);
  }

  @Test
  void firstFormStaysInsideTheRangeOfTheValues() {
    double[][] ones = map(v, x -> 1.0);
    assertThat(distance(ReferenceSigmaRidge.first(q, k, ones, 0.1), map(new double[4][2], x -> 1)))
        .isLessThan(1e-14);
  }

  @Test
  void secondFormIsSolvedByTheSimilarSymmetricMatrix() {
    double lambda = 0.2;
    double[][] e = map(scaled(1 / Math.sqrt(3), times(k, transpose(k))), Math::exp);
    double[][] rootOfSums = new double[7][7];
    double[][] inverseRoot = new double[7][7];
    for (int i = 0; i < 7; i++) {
      double sum = 0;
      for (double x : e[i]) {
        sum += x;
      }
      rootOfSums[i][i] = Math.sqrt(sum);
      inverseRoot[i][i] = 1 / Math.sqrt(sum);
    }
    double[][] symmetric = plus(times(inverseRoot, e, inverseRoot), scaled(lambda, identity(7)));
    double[][] solved = times(inverseRoot, solve(symmetric, times(rootOfSums, v)));
    double[][] outer = softmaxRows(scaled(1 / Math.sqrt(3), times(q, transpose(k))));
    assertThat(distance(ReferenceSigmaRidge.second(q, k, v, lambda), times(outer, solved)))
        .isLessThan(1e-10);
  }

  @Test
  void secondFormReturnsTheValuesAtTheKeysAsLambdaVanishes() {
    assertThat(distance(ReferenceSigmaRidge.second(k, k, v, 0), v)).isLessThan(1e-9);
  }

  @Test
  void orderOfTheContextDoesNotMatter() {
    int[] order = {4, 2, 6, 0, 5, 1, 3};
    double[][] kk = permuted(k, order);
    double[][] vv = permuted(v, order);
    assertThat(
            distance(
                ReferenceSigmaRidge.first(q, k, v, 0.1), ReferenceSigmaRidge.first(q, kk, vv, 0.1)))
        .isLessThan(1e-12);
    assertThat(
            distance(
                ReferenceSigmaRidge.second(q, k, v, 0.1),
                ReferenceSigmaRidge.second(q, kk, vv, 0.1)))
        .isLessThan(1e-10);
  }
}
