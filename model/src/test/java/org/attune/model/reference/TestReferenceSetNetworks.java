package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.permuted;

import java.util.List;
import java.util.Random;
import org.attune.model.reference.ReferenceSetNetworks.Affine;
import org.junit.jupiter.api.Test;

class TestReferenceSetNetworks {

  private static final int[] ORDER = {3, 1, 4, 0, 2};

  private final Random random = new Random(7);

  @Test
  void perceptronIsTheWorkedExample() {
    List<Affine> layers =
        List.of(
            new Affine(new double[][] {{1, -1}, {2, 1}}, new double[] {0.5, 0}),
            new Affine(new double[][] {{3}, {10}}, new double[] {-1}));
    // Hidden: (1·1 + 2·2 + .5, -1·1 + 1·2) = (5.5, 1); then (-1.5 + .5, ...) for the second row.
    double[][] out = ReferenceSetNetworks.mlp(new double[][] {{1, 2}, {-1, -1}}, layers, 0.1);
    assertThat(out[0][0]).isCloseTo(3 * 5.5 + 10 * 1 - 1, within(1e-14));
    assertThat(out[1][0]).isCloseTo(3 * 0.1 * -2.5 + 10 * 0 - 1, within(1e-14));
  }

  @Test
  void neuralProcessIgnoresTheOrderOfItsContextAndFollowsItsQueries() {
    List<Affine> encoder = List.of(affine(5, 8), affine(8, 6));
    List<Affine> decoder = List.of(affine(9, 7), affine(7, 2));
    double[][] q = gaussian(5, 3, random);
    double[][] k = gaussian(5, 3, random);
    double[][] v = gaussian(5, 2, random);
    double[][] out = ReferenceSetNetworks.neuralProcess(q, k, v, encoder, decoder);
    double[][] shuffled =
        ReferenceSetNetworks.neuralProcess(
            q, permuted(k, ORDER), permuted(v, ORDER), encoder, decoder);
    assertThat(distance(out, shuffled)).isLessThan(1e-13);
    double[][] asked =
        ReferenceSetNetworks.neuralProcess(permuted(q, ORDER), k, v, encoder, decoder);
    assertThat(distance(asked, permuted(out, ORDER))).isLessThan(1e-13);
    v[2][1] += 1;
    assertThat(distance(ReferenceSetNetworks.neuralProcess(q, k, v, encoder, decoder), out))
        .isGreaterThan(1e-3);
  }

  @Test
  void blockCommutesWithPermutationForEveryOperator() {
    List<Affine> mlp = List.of(affine(4, 8), affine(8, 4));
    double[][] x = gaussian(5, 4, random);
    double[][][] w = new double[4][][];
    for (int i = 0; i < 4; i++) {
      w[i] = gaussian(4, 4, random);
    }
    List<ReferenceSetNetworks.Operator> operators =
        List.of(
            ReferenceSetAttention::softmax,
            ReferenceSetAttention::linear,
            ReferenceSetNetworks::mean,
            (q, k, v) -> ReferenceRidge.primal(q, k, v, 1),
            (q, k, v) -> ReferenceSigmaRidge.first(q, k, v, 1));
    for (ReferenceSetNetworks.Operator operator : operators) {
      double[][] out = ReferenceSetNetworks.block(x, w[0], w[1], w[2], w[3], 2, operator, mlp);
      double[][] shuffled =
          ReferenceSetNetworks.block(permuted(x, ORDER), w[0], w[1], w[2], w[3], 2, operator, mlp);
      assertThat(distance(permuted(out, ORDER), shuffled)).isLessThan(1e-10);
      assertThat(distance(out, x)).isGreaterThan(0.1);
    }
  }

  @Test
  void blockWithSilentOutputsPassesItsInputOn() {
    List<Affine> silent = List.of(new Affine(new double[4][4], new double[4]));
    double[][] x = gaussian(5, 4, random);
    double[][] any = gaussian(4, 4, random);
    assertThat(
            ReferenceSetNetworks.block(
                x, any, any, any, new double[4][4], 2, ReferenceSetAttention::softmax, silent))
        .isDeepEqualTo(x);
  }

  @Test
  void moduleWithIdentityEmbeddingsIsTheOperatorHeadByHead() {
    List<Affine> id = List.of(new Affine(identity(4), new double[4]));
    double[][] q = gaussian(3, 4, random);
    double[][] k = gaussian(5, 4, random);
    double[][] v = gaussian(5, 4, random);
    double[][] out =
        ReferenceSetNetworks.module(
            q, k, v, id, id, id, 0, 2, (a, b, c) -> ReferenceRidge.primal(a, b, c, 1));
    double[][] second =
        ReferenceRidge.primal(
            ReferenceAlgebra.columns(q, 2, 4),
            ReferenceAlgebra.columns(k, 2, 4),
            ReferenceAlgebra.columns(v, 2, 4),
            1);
    assertThat(distance(ReferenceAlgebra.columns(out, 2, 4), second)).isZero();
  }

  @Test
  void lambdaOfAContextIsPositiveAndBlindToItsOrder() {
    List<Affine> mlp = List.of(affine(5, 6), affine(6, 1));
    double[][] k = gaussian(5, 3, random);
    double[][] v = gaussian(5, 2, random);
    double lambda = ReferenceSetNetworks.lambda(k, v, mlp);
    assertThat(lambda).isPositive();
    assertThat(ReferenceSetNetworks.lambda(permuted(k, ORDER), permuted(v, ORDER), mlp))
        .isCloseTo(lambda, within(1e-13));
    List<Affine> zero = List.of(affine(5, 6), new Affine(new double[6][1], new double[1]));
    assertThat(ReferenceSetNetworks.lambda(k, v, zero)).isEqualTo(1);
  }

  private Affine affine(int in, int out) {
    return new Affine(gaussian(in, out, random), gaussian(1, out, random)[0]);
  }
}
