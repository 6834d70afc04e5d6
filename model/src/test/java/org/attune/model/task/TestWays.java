package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;

/** Classes of few members, by hand. */
class TestWays {

  @Test
  void classesAreShuffledWithEquallyManyMembersEach() {
    SplittableRandom random = new SplittableRandom(3);
    int[][] places = new int[6][3];
    for (int i = 0; i < 3_000; i++) {
      int[] classes = {9, 0, 0, 0, 0, 0, 0, 9};
      Ways.shuffle(classes, 1, 7, 3, random);
      int[] members = new int[3];
      for (int t = 0; t < 6; t++) {
        members[classes[1 + t]]++;
        places[t][classes[1 + t]]++;
      }
      assertThat(members).containsExactly(2, 2, 2);
      assertThat(new int[] {classes[0], classes[7]}).containsExactly(9, 9);
    }
    for (int[] place : places) {
      assertThat(place).satisfies(of -> assertThat(of[0]).isBetween(880, 1_120)); // of 1,000
      assertThat(place[1]).isBetween(880, 1_120);
    }
  }

  @Test
  void theFirstOfEquallyNearMeansIsNearest() {
    double[][] means = {{0, 0}, {2, 0}, {1, 3}};

    assertThat(Ways.nearest(new double[] {1, 0, 50}, means)).isEqualTo(0);
    assertThat(Ways.nearest(new double[] {1.1, 0, 50}, means)).isEqualTo(1);
    assertThat(Ways.nearest(new double[] {1, 2, 50}, means)).isEqualTo(2);
  }

  /**
   * Means 1 and 4 of two members each, halved to .5 and 2: 2 is of the second, 3 is said not to.
   */
  @Test
  void theNearestMeanIsRightForItsShareOfThoseAsked() {
    for (boolean classes : new boolean[] {true, false}) {
      Signature signature = Signature.set(4, 2, 1, 2);
      signature = classes ? signature.ofClasses() : signature.ofIndicators();
      SetBatch batch = new SetBatch(signature, 1);
      double[] members = {0, 5, 2, 3, 2, 3};
      int[] of = {0, 1, 0, 1, 1, 0};
      for (int row = 0; row < 6; row++) {
        batch.member(0, row, new double[] {members[row]}, of[row]);
      }

      assertThat(Ways.nearestMean(List.of(batch.batch()), signature, 0.5)).isEqualTo(0.5);
      assertThat(Ways.nearestMean(List.of(batch.batch()), signature, 1)).isZero();
    }
  }

  /** One who holds four classes alike: log 4; or .25 for each, off by .75 once and .25 thrice. */
  @Test
  void silenceHoldsAllClassesAlike() {
    Signature four = Signature.set(4, 2, 1, 4);

    assertThat(Ways.silence(four.ofClasses())).isCloseTo(Math.log(4), within(1e-12));
    assertThat(Ways.silence(four.ofIndicators()))
        .isCloseTo((0.75 * 0.75 + 3 * 0.25 * 0.25) / 4, within(1e-12));
  }
}
