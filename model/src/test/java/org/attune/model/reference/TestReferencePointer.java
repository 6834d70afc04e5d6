package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferencePointer {

  private final Random random = new Random(6);
  private final double[][] scores = ReferenceAlgebra.gaussian(6, 6, random);
  private final double[][] silence = new double[6][6];

  @Test
  void theSoftPointerHardensAsTheTemperatureFalls() {
    double[][] hard = ReferencePointer.hard(scores, silence);

    assertThat(distance(ReferencePointer.soft(scores, silence, 1e-4), hard)).isLessThan(1e-9);
    assertThat(distance(ReferencePointer.soft(scores, silence, 1), hard)).isGreaterThan(0.1);
  }

  @Test
  void withGumbelNoiseEachKeyIsPointedAtAsOftenAsItsSoftmaxSays() {
    double[][] s = {{0, 0, 0}, {0, 0, 0}, {0.5, -0.5, 1}};
    double expected = ReferenceScores.softmax(s)[2][0];
    int draws = 20_000;
    double share = 0;
    for (int n = 0; n < draws; n++) {
      double[][] noise =
          ReferenceAlgebra.map(
              new double[3][3], zero -> ReferencePointer.gumbel(random.nextDouble()));
      share += ReferencePointer.hard(s, noise)[2][0] / draws;
    }

    // five standard deviations of a share of 20,000 draws
    assertThat(share).isCloseTo(expected, within(5 * Math.sqrt(0.25 / draws)));
  }

  @Test
  void rankedWeightsHalveAndSumToOne() {
    double[] row = ReferencePointer.ranked(scores, 3)[5];
    int[] best = ReferenceSelection.best(scores[5], 6, 3);

    assertThat(row[best[0]]).isCloseTo(4.0 / 7, within(1e-12));
    assertThat(row[best[1]]).isCloseTo(2.0 / 7, within(1e-12));
    assertThat(row[best[2]]).isCloseTo(1.0 / 7, within(1e-12));
    assertThat(ReferencePointer.ranked(scores, 1))
        .isDeepEqualTo(ReferencePointer.hard(scores, silence));
  }
}
