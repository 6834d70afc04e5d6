package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.dot;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferencePositions {

  private final Random random = new Random(2);

  @Test
  void rotaryScoresDependOnTheDistanceAlone() {
    double[][] q = constant(ReferenceAlgebra.gaussian(1, 6, random)[0], 9);
    double[][] k = constant(ReferenceAlgebra.gaussian(1, 6, random)[0], 9);
    double[][] s =
        ReferenceScores.dot(
            ReferencePositions.rotary(q, 10000), ReferencePositions.rotary(k, 10000));

    assertThat(s[8][5]).isCloseTo(s[3][0], within(1e-12));
    assertThat(s[8][5]).isNotCloseTo(s[8][6], within(1e-3));
  }

  @Test
  void rotaryKeepsNormsAndTheFirstRow() {
    double[][] x = ReferenceAlgebra.gaussian(5, 6, random);
    double[][] turned = ReferencePositions.rotary(x, 10000);

    assertThat(turned[0]).containsExactly(x[0]);
    assertThat(dot(turned[4], turned[4])).isCloseTo(dot(x[4], x[4]), within(1e-12));
  }

  @Test
  void slopesOfEightHeadsHalveFromHeadToHead() {
    assertThat(ReferencePositions.slope(0, 8)).isEqualTo(0.5);
    assertThat(ReferencePositions.slope(7, 8)).isEqualTo(1.0 / 256);
  }

  @Test
  void linearBiasPenalisesDistanceAndSparesTheTokenItself() {
    double[][] biased = ReferencePositions.linearBias(new double[4][4], 0.5);

    assertThat(biased[3]).containsExactly(-1.5, -1, -0.5, 0);
  }

  private static double[][] constant(double[] row, int times) {
    double[][] rows = new double[times][];
    Arrays.fill(rows, row);
    return rows;
  }
}
