package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceScores {

  private final Random random = new Random(4);
  private final double[][] x = gaussian(6, 8, random);
  private final double[][] s = gaussian(6, 6, random);

  @Test
  void mergedPatternScoresAsItsFactorsDo() {
    double[][] wq = gaussian(8, 4, random);
    double[][] wk = gaussian(8, 4, random);

    double[][] merged = ReferenceScores.merged(x, ReferenceScores.pattern(wq, wk), 4);

    assertThat(distance(merged, ReferenceScores.dot(times(x, wq), times(x, wk)))).isLessThan(1e-12);
  }

  @Test
  void softmaxRowsSumToOneAndSeeNoFuture() {
    double[][] a = ReferenceScores.softmax(s);

    for (int i = 0; i < 6; i++) {
      assertThat(Arrays.stream(a[i]).sum()).isCloseTo(1, within(1e-12));
      assertThat(Arrays.stream(a[i]).skip(i + 1).allMatch(w -> w == 0)).isTrue();
    }
  }

  @Test
  void softmaxOfScoresOfTenThousandIsFinite() {
    double[][] a = ReferenceScores.softmax(new double[][] {{1e4, 0}, {-1e4, 1e4}});

    assertThat(a[0]).containsExactly(1, 0);
    assertThat(a[1]).containsExactly(0, 1);
  }

  @Test
  void sigmoidOfEqualScoresSumsToAboutOneOverTheKeysItIsBiasedBy() {
    double[][] equal = new double[6][6];

    double[][] overLength = ReferenceScores.sigmoidOverLength(equal);
    double[][] overVisible = ReferenceScores.sigmoidOverVisible(equal);

    assertThat(overLength[5][0]).isCloseTo(1.0 / 7, within(1e-12));
    assertThat(overLength[0][0]).isCloseTo(1.0 / 7, within(1e-12));
    assertThat(overVisible[0][0]).isCloseTo(1.0 / 2, within(1e-12));
    assertThat(overVisible[5][5]).isCloseTo(1.0 / 7, within(1e-12));
  }

  @Test
  void countAndRootDifferByTheRootOfTheVisibleKeys() {
    double[][] root = ReferenceScores.overRoot(s, ReferenceGates::silu);
    double[][] count = ReferenceScores.overCount(s, ReferenceGates::silu);

    assertThat(count[0][0]).isEqualTo(root[0][0]);
    assertThat(count[3][1] * 2).isCloseTo(root[3][1], within(1e-12));
    assertThat(count[3][4]).isZero();
  }

  @Test
  void identityOverCountIsTheMeanOfEqualScoresOfOne() {
    double[][] ones = ReferenceAlgebra.map(s, v -> 1);

    assertThat(Arrays.stream(ReferenceScores.overCount(ones, v -> v)[4]).sum())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void neuronsWithEqualSecondKeysAreTheSquareTimesTheSigmoid() {
    double[][] k = gaussian(6, 4, random);
    double[][] q = gaussian(6, 4, random);
    double score = ReferenceScores.dot(q, k)[3][2];

    double weight = ReferenceScores.neurons(q, k, k)[3][2];

    assertThat(weight).isCloseTo(score * score * ReferenceGates.sigmoid(score) / 2, within(1e-12));
  }
}
