package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.identity;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceMultiToken {

  private final Random random = new Random(7);
  private final double[][] scores = gaussian(9, 9, random);

  @Test
  void identityKernelLeavesAttentionAsItIs() {
    double[][] same =
        ReferenceMultiToken.convolution(scores, ReferenceMultiToken.identityKernel(6, 11));

    assertThat(distance(ReferenceScores.softmax(same), ReferenceScores.softmax(scores))).isZero();
  }

  @Test
  void aKernelOneQueryBackAndOneKeyBackMovesTheScoresDownTheDiagonal() {
    double[][] kernel = new double[2][3];
    kernel[1][2] = 1; // a = 1, b = +1

    double[][] moved = ReferenceMultiToken.convolution(scores, kernel);

    assertThat(moved[5][4]).isEqualTo(scores[4][3]);
    assertThat(moved[0]).containsOnly(0);
    assertThat(moved[5][0]).isZero();
  }

  @Test
  void aKeyAfterTheOneInQuestionCountsOnlyIfItsQuerySeesIt() {
    double[][] kernel = new double[1][3];
    kernel[0][0] = 1; // b = −1: the score of key j + 1

    double[][] next = ReferenceMultiToken.convolution(scores, kernel);

    assertThat(next[5][4]).isEqualTo(scores[5][5]);
    assertThat(next[5][5]).isZero();
  }

  @Test
  void whatALaterTokenScoresChangesNoEarlierRow() {
    double[][] kernel = gaussian(3, 5, random);
    double[][] before =
        ReferenceMultiToken.zeroFuture(ReferenceMultiToken.convolution(scores, kernel));
    Arrays.fill(scores[6], 100);
    for (double[] row : scores) {
      row[6] = -100;
    }
    double[][] after =
        ReferenceMultiToken.zeroFuture(ReferenceMultiToken.convolution(scores, kernel));

    for (int i = 0; i < 6; i++) {
      assertThat(after[i]).containsExactly(before[i]);
    }
    assertThat(distance(after, before)).isGreaterThan(1);
  }

  @Test
  void identityMixingLeavesHeadsAsTheyAre() {
    double[][][] heads = {gaussian(4, 4, random), gaussian(4, 4, random)};

    double[][][] mixed = ReferenceMultiToken.mixed(heads, new double[][][] {identity(2)});

    assertThat(mixed).isDeepEqualTo(heads);
  }

  @Test
  void headsMixWithinTheirGroupAlone() {
    double[][][] heads = new double[4][][];
    Arrays.setAll(heads, h -> new double[][] {{Math.pow(10, h)}});
    double[][] swap = {{0, 1}, {1, 0}};
    double[][] sum = {{1, 1}, {1, -1}};

    double[][][] mixed = ReferenceMultiToken.mixed(heads, new double[][][] {swap, sum});

    assertThat(mixed[0][0][0]).isEqualTo(10);
    assertThat(mixed[1][0][0]).isEqualTo(1);
    assertThat(mixed[2][0][0]).isEqualTo(1100);
    assertThat(mixed[3][0][0]).isEqualTo(-900);
  }

  @Test
  void talkingHeadsWithIdentityMixturesIsAttention() {
    double[][][] heads = {gaussian(5, 5, random), gaussian(5, 5, random)};
    double[][][] eye = {identity(2)};

    double[][][] before = ReferenceMultiToken.mixed(heads, eye);
    double[][][] weights = {ReferenceScores.softmax(before[0]), ReferenceScores.softmax(before[1])};
    double[][][] after = ReferenceMultiToken.mixed(weights, eye);

    assertThat(distance(after[1], ReferenceScores.softmax(heads[1]))).isZero();
  }

  @Test
  void postSoftmaxRowsAreNotRenormalised() {
    double[][] kernel = new double[1][3];
    Arrays.fill(kernel[0], 0.3);
    double[][] a =
        ReferenceMultiToken.zeroFuture(
            ReferenceMultiToken.convolution(ReferenceScores.softmax(scores), kernel));

    assertThat(Arrays.stream(a[0]).sum()).isCloseTo(0.3, within(1e-12));
  }
}
