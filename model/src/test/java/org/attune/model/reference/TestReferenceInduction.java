package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceInduction {

  @Test
  void aHeadThatPointsAtTheTokenAfterTheFirstOccurrenceHitsEveryTime() {
    double[][] right = pointing(12, t -> Math.max(0, t - 5 + 1));
    double[][] wrong = pointing(12, t -> 0);

    boolean[][] hits = ReferenceInduction.hits(new double[][][] {wrong, right}, 5);

    assertThat(ReferenceInduction.ofHead(hits[0])).isZero();
    assertThat(ReferenceInduction.ofHead(hits[1])).isEqualTo(1);
    assertThat(ReferenceInduction.global(hits)).isEqualTo(1);
    assertThat(ReferenceInduction.prefixMatching(right, 5)).isEqualTo(1);
  }

  @Test
  void globalCountsAQueryOnceHoweverManyHeadsHit() {
    boolean[][] hits = {{true, false, false, true}, {true, true, false, false}};

    assertThat(ReferenceInduction.global(hits)).isEqualTo(0.75);
  }

  @Test
  void copyAccuracyCountsThePredictionsOfTheRepeatedPartAlone() {
    int[] symbols = {0, 1, 2, 0, 1, 2};
    double[][] logits = new double[6][3];
    logits[3][1] = 1; // right
    logits[4][0] = 1; // wrong: 2 follows

    assertThat(ReferenceInduction.copyAccuracy(logits, symbols, 3)).isEqualTo(0.5);
  }

  @Test
  void aHeadThatRaisesOnlyWhatItAttendsToCopies() {
    int[] symbols = {2, 0, 1, 2, 0, 1};
    double[][] weights = pointing(6, t -> Math.max(0, t - 2));
    double[][] attended = new double[6][3]; // one for the symbol attended to
    double[][] others = new double[6][3];
    for (int t = 0; t < 6; t++) {
      attended[t][symbols[Math.max(0, t - 2)]] = 1;
      others[t][(symbols[Math.max(0, t - 2)] + 1) % 3] = 1;
    }
    double[][] identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    assertThat(ReferenceInduction.copying(weights, attended, identity, symbols, 3)).isEqualTo(1);
    assertThat(ReferenceInduction.copying(weights, others, identity, symbols, 3)).isZero();
  }

  @Test
  void uniformPointersScoreWhatThePageSays() {
    Random random = new Random(13);

    ReferenceInduction.Floor shortFloor = ReferenceInduction.floor(48, 24, 16, 64, 20, random);
    ReferenceInduction.Floor longFloor = ReferenceInduction.floor(128, 24, 16, 64, 10, random);

    // science 4.2: 2.9 % per head and 37 % union at T = 48, 1.6 % and 22 % at T = 128
    // (with the period still 24: at period 64 it is 1.1 % and 16 %)
    assertThat(shortFloor.head()).isCloseTo(0.029, within(0.001));
    assertThat(shortFloor.global()).isCloseTo(0.37, within(0.01));
    assertThat(longFloor.head()).isCloseTo(0.016, within(0.001));
    assertThat(longFloor.global()).isCloseTo(0.22, within(0.01));
    assertThat(shortFloor.best()).isGreaterThan(shortFloor.head());
  }

  private static double[][] pointing(int length, java.util.function.IntUnaryOperator at) {
    double[][] weights = new double[length][length];
    for (int t = 0; t < length; t++) {
      weights[t][at.applyAsInt(t)] = 1;
    }
    return weights;
  }
}
