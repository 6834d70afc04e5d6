package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceGates {

  private final Random random = new Random(10);
  private final double[][] q = gaussian(5, 4, random);
  private final double[][] k = gaussian(5, 4, random);
  private final double[][] v = gaussian(5, 4, random);
  private final double[] none = new double[4];

  @Test
  void sigmoidIsHalfAtZeroAndItsNonSparseFormThreeQuarters() {
    assertThat(ReferenceGates.sigmoid(0)).isEqualTo(0.5);
    assertThat(ReferenceGates.nonSparse(0)).isEqualTo(0.75);
    assertThat(ReferenceGates.nonSparse(-1e4)).isEqualTo(0.5);
    assertThat(ReferenceGates.silu(0)).isZero();
    assertThat(ReferenceGates.silu(50)).isCloseTo(50, within(1e-12));
  }

  @Test
  void aSourceGateWithDiagonalWeightsIsAnOutputGate() {
    double[][] gate = ReferenceGates.sigmoid(q);
    double[][] source = times(identity(5), ReferenceGates.hadamard(gate, v));
    double[][] output = ReferenceGates.hadamard(gate, times(identity(5), v));

    assertThat(distance(source, output)).isZero();
  }

  @Test
  void threeEqualMatricesAreOneMatrixOfTheSum() {
    double[][] w = gaussian(4, 4, random);
    double[][] sum = ReferenceAlgebra.plus(ReferenceAlgebra.plus(q, k), v);

    double[][] three = ReferenceGates.threeMatrices(q, k, v, w, w, w, none);

    assertThat(distance(three, ReferenceGates.shared(sum, w, none))).isLessThan(1e-12);
  }

  @Test
  void fourScalarsAreThreeMultiplesOfTheIdentity() {
    double[] w = {0.5, -2, 3, 0};
    double[][] eye = identity(4);

    double[][] scalars = ReferenceGates.fourScalars(q, k, v, w);
    double[][] matrices =
        ReferenceGates.threeMatrices(
            q, k, v, scaled(0.5, eye), scaled(-2, eye), scaled(3, eye), none);

    assertThat(distance(scalars, matrices)).isLessThan(1e-12);
  }

  @Test
  void layerNormTakesTheMeanAwayAndRmsDoesNot() {
    double[][] lifted = map(q, x -> x + 3);

    assertThat(distance(ReferenceGates.layerNorm(lifted), ReferenceGates.layerNorm(q)))
        .isLessThan(1e-12);
  }

  @Test
  void headwiseRepeatsItsScoreOverTheHead() {
    double[][] scores = gaussian(5, 2, random);
    double[][] gated = ReferenceGates.headwise(q, scores);

    assertThat(gated[3][1]).isEqualTo(q[3][1] * scores[3][0]);
    assertThat(gated[3][2]).isEqualTo(q[3][2] * scores[3][1]);
  }

  @Test
  void headSharedScoresAreTheMeanOfTheHeads() {
    double[][] mean = ReferenceGates.meanOverHeads(new double[][] {{1, 2, 3, 6}}, 2);

    assertThat(mean[0]).containsExactly(2, 4);
  }

  @Test
  void anInputIndependentGateStartsHalfOpen() {
    assertThat(distance(ReferenceGates.inputIndependent(q, none), scaled(0.5, q))).isZero();
  }
}
