package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.largest;
import static org.attune.model.reference.ReferenceAlgebra.minus;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestReferenceRidge {

  private final Random random = new Random(2);

  @ParameterizedTest
  @CsvSource({"9,4,3", "4,9,1", "1,5,2", "6,6,6", "1,1,1"})
  void weightsAreWhereTheGradientOfTheRegularisedLossVanishes(int n, int k, int v) {
    double[][] keys = gaussian(n, k, random);
    double[][] values = gaussian(n, v, random);
    double[][] w = ReferenceRidge.weights(keys, values, 0.3);
    double[][] residual = minus(times(keys, w), values);
    double[][] gradient = plus(times(transpose(keys), residual), scaled(0.3, w));
    assertThat(largest(gradient)).isLessThan(1e-12);
  }

  @ParameterizedTest
  @CsvSource({"9,4,1e-3", "4,9,1e-3", "7,7,2", "1,6,1", "30,5,100"})
  void primalIsDual(int n, int k, double lambda) {
    double[][] q = gaussian(5, k, random);
    double[][] keys = gaussian(n, k, random);
    double[][] values = gaussian(n, 3, random);
    double[][] primal = ReferenceRidge.primal(q, keys, values, lambda);
    assertThat(distance(primal, ReferenceRidge.dual(q, keys, values, lambda))).isLessThan(1e-9);
    assertThat(distance(primal, times(ReferenceRidge.smoother(q, keys, lambda), values)))
        .isLessThan(1e-9);
  }

  @Test
  void largeLambdaApproachesLinearAttentionAsOneOverLambda() {
    double[][] q = gaussian(5, 4, random);
    double[][] keys = gaussian(8, 4, random);
    double[][] values = gaussian(8, 3, random);
    double[][] linear = ReferenceSetAttention.linear(q, keys, values);
    double error3 = distance(scaled(1e3, ReferenceRidge.primal(q, keys, values, 1e3)), linear);
    double error5 = distance(scaled(1e5, ReferenceRidge.primal(q, keys, values, 1e5)), linear);
    assertThat(error3 / error5).isBetween(95.0, 105.0);
    assertThat(error5).isLessThan(1e-2);
  }

  @Test
  void exactLinearDataGiveTheirWeightsBack() {
    ReferenceRegressionData data = ReferenceRegressionData.figure3(4, random);
    assertThat(distance(ReferenceRidge.weights(data.k(), data.v(), 0), data.w())).isLessThan(1e-12);
  }

  @Test
  void leastNormWeightsMeetThePenroseConditionsOfRankDeficientKeys() {
    double[][] keys = times(gaussian(7, 2, random), gaussian(2, 5, random));
    double[][] pseudoInverse = ReferenceRidge.leastNormWeights(keys, unit(7), 1e-9);
    double[][] left = times(keys, pseudoInverse);
    double[][] right = times(pseudoInverse, keys);
    assertThat(distance(times(left, keys), keys)).isLessThan(1e-11);
    assertThat(distance(times(right, pseudoInverse), pseudoInverse)).isLessThan(1e-11);
    assertThat(distance(left, transpose(left))).isLessThan(1e-11);
    assertThat(distance(right, transpose(right))).isLessThan(1e-11);
  }

  @Test
  void smallLambdaApproachesLeastNorm() {
    double[][] keys = gaussian(3, 8, random);
    double[][] values = gaussian(3, 2, random);
    double[][] limit = ReferenceRidge.leastNormWeights(keys, values, 1e-9);
    assertThat(distance(ReferenceRidge.weights(keys, values, 1e-7), limit)).isLessThan(1e-6);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9})
  void causalFormIsShermanMorrisonFromTheInverseOfLambda(int length) {
    double[][] q = gaussian(length, 4, random);
    double[][] keys = gaussian(length, 4, random);
    double[][] values = gaussian(length, 3, random);
    double lambda = 0.5;
    double[][] p = scaled(1 / lambda, unit(4));
    double[][] cross = new double[4][3];
    double[][] out = new double[length][];
    for (int t = 0; t < length; t++) {
      double[][] key = rows(keys, t, t + 1);
      double[][] pk = times(p, transpose(key));
      double denominator = 1 + times(key, pk)[0][0];
      p = minus(p, scaled(1 / denominator, times(pk, transpose(pk))));
      cross = plus(cross, times(transpose(key), rows(values, t, t + 1)));
      out[t] = times(rows(q, t, t + 1), p, cross)[0];
    }
    assertThat(distance(ReferenceRidge.causal(q, keys, values, lambda), out)).isLessThan(1e-12);
  }

  @Test
  void causalFormEndsAtTheSetFormAndSeesNothingOfTheFuture() {
    double[][] q = gaussian(6, 3, random);
    double[][] keys = gaussian(6, 3, random);
    double[][] values = gaussian(6, 2, random);
    double[][] causal = ReferenceRidge.causal(q, keys, values, 0.1);
    double[][] set = ReferenceRidge.primal(q, keys, values, 0.1);
    assertThat(causal[5]).containsExactly(set[5]);
    values[5][0] += 1;
    keys[5][2] -= 1;
    double[][] changed = ReferenceRidge.causal(q, keys, values, 0.1);
    assertThat(distance(rows(changed, 0, 5), rows(causal, 0, 5))).isZero();
    assertThat(changed[5]).isNotEqualTo(causal[5]);
  }

  private static double[][] unit(int n) {
    return ReferenceAlgebra.identity(n);
  }
}
