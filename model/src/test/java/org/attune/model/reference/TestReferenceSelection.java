package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceSelection {

  private static final int LENGTH = 9;

  private final Random random = new Random(5);
  private final double[][] q = gaussian(LENGTH, 4, random);
  private final double[][] k = gaussian(LENGTH, 4, random);
  private final double[][] scores = ReferenceScores.dot(q, k);

  @Test
  void enoughKeysBlocksOrClustersAreAllOfAttention() {
    double[][] full = ReferenceScores.softmax(scores);

    assertThat(distance(through(ReferenceSelection.largest(scores, LENGTH)), full)).isZero();
    assertThat(distance(through(ReferenceSelection.blocks(q, k, 2, LENGTH)), full)).isZero();
    double[][] centroids = ReferenceSelection.unit(gaussian(3, 4, random));
    assertThat(distance(through(ReferenceSelection.clusters(q, k, centroids, 3)), full)).isZero();
    assertThat(distance(through(ReferenceSelection.written(new double[LENGTH], 1)), full)).isZero();
    assertThat(distance(through(ReferenceSelection.loud(k, 0, 1)), full)).isZero();
  }

  @Test
  void oneKeyIsTheLargestScore() {
    boolean[][] visible = ReferenceSelection.largest(scores, 1);

    int at = ReferenceSelection.best(scores[6], 7, 1)[0];
    assertThat(visible[6][at]).isTrue();
    assertThat(count(visible[6])).isEqualTo(1);
  }

  @Test
  void everyQuerySeesItsOwnBlockUpToItself() {
    boolean[][] visible = ReferenceSelection.blocks(q, k, 4, 1);

    assertThat(visible[6]).containsSequence(true, true, true, false, false);
    assertThat(count(visible[6])).isEqualTo(4 + 3);
    assertThat(count(visible[2])).isEqualTo(3);
  }

  @Test
  void aBlockThatHoldsTheFutureIsNeverChosenByItsCentroid() {
    double[][] before = through(ReferenceSelection.blocks(q, k, 4, 1));
    k[LENGTH - 2] = new double[] {50, -50, 50, -50};
    double[][] after = through(ReferenceSelection.blocks(q, k, 4, 1));

    for (int i = 0; i < LENGTH - 2; i++) {
      assertThat(after[i]).containsExactly(before[i]);
    }
  }

  @Test
  void aTokenIsAlwaysSeenByItself() {
    double[][] centroids = ReferenceSelection.unit(gaussian(3, 4, random));
    boolean[][] clusters = ReferenceSelection.clusters(q, k, centroids, 1);
    boolean[][] loud = ReferenceSelection.loud(k, 1e9, 1);
    boolean[][] written = ReferenceSelection.written(new double[] {9, 8, 7, 6, 5, 4, 3, 2, 1}, 0.1);

    for (int i = 0; i < LENGTH; i++) {
      assertThat(clusters[i][i] && loud[i][i] && written[i][i]).isTrue();
    }
    assertThat(count(loud[8])).isEqualTo(1);
    assertThat(count(written[8])).isEqualTo(2);
  }

  @Test
  void anOpenWriteGateChangesNothingAndAClosedTokenIsNotRead() {
    double[][] x = gaussian(LENGTH, 4, random);
    double[][] open = ReferenceSelection.writeGated(scores, x, new double[4], 40);

    assertThat(distance(ReferenceScores.softmax(open), ReferenceScores.softmax(scores)))
        .isLessThan(1e-12);
    x[2] = new double[] {-30, 0, 0, 0};
    double[][] shut = ReferenceSelection.writeGated(scores, x, new double[] {1, 0, 0, 0}, 0);
    assertThat(ReferenceScores.softmax(shut)[5][2]).isCloseTo(0, within(1e-9));
  }

  private double[][] through(boolean[][] visible) {
    return ReferenceSelection.softmax(ReferenceScores.dot(q, k), visible);
  }

  private static int count(boolean[] visible) {
    int count = 0;
    for (boolean v : visible) {
      count += v ? 1 : 0;
    }
    return count;
  }
}
