package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.attune.api.Metric.Better;
import org.junit.jupiter.api.Test;

/** Two arms without a common seed: Welch's t, rank sums, and the floors of both. */
class TestUnpairedComparison {

  private static final double FAILED = Double.NaN;

  /** By hand: means 4 and 8, variances 2.5 and 10, so t = -4 / sqrt(2.5) with 5.88 degrees. */
  @Test
  void welchsTestIsThatOfTheBooks() {
    UnpairedComparison arms =
        of(new double[] {2, 3, 4, 5, 6}, new double[] {4, 6, 8, 10, 12}, Better.LOWER);

    assertThat(arms.difference()).isEqualTo(-4);
    assertThat(arms.twoSided()).isCloseTo(.0454, within(.001));
    assertThat(arms.intervalBeside0(.05).low()).isCloseTo(-7.888, within(.01));
    assertThat(arms.intervalBeside0(.05).high()).isCloseTo(-.112, within(.01));
    assertThat(arms.ranks()).isFalse();
  }

  @Test
  void noPIsBelowWhatTwoModesSeparateByChance() {
    UnpairedComparison few = of(new double[] {1, 1.001}, new double[] {2, 2.001}, Better.LOWER);
    UnpairedComparison equal = of(new double[] {1, 1, 1}, new double[] {2, 2, 2}, Better.LOWER);

    assertThat(few.twoSided()).isEqualTo(2.0 / 16);
    assertThat(few.least()).isTrue();
    assertThat(few.intervalBeside0(.05).high()).as("widened to 0").isZero();
    assertThat(equal.twoSided()).as("1 of the 20 ways to deal ranks, twice").isEqualTo(.1);
    assertThat(of(new double[] {1, 1}, new double[] {1, 1}, Better.LOWER).twoSided()).isOne();
    assertThat(of(new double[] {1}, new double[] {2, 3}, Better.LOWER).testable()).isFalse();
  }

  /** The survivors are better; the failed seeds are worse than all. */
  @Test
  void aFailedSeedHasTheWorstValue() {
    UnpairedComparison arms =
        of(new double[] {1, 1.1, FAILED, FAILED}, new double[] {2, 2.1, 2.2, 2.3}, Better.LOWER);
    UnpairedComparison allFail =
        of(new double[] {FAILED, FAILED, FAILED, FAILED}, new double[] {1, 2, 3, 4}, Better.LOWER);

    assertThat(arms.ranks()).isTrue();
    assertThat(arms.difference()).isCloseTo(-1.1, within(1e-9));
    assertThat(arms.twoSided()).isOne();
    assertThat(allFail.twoSided()).as("2 of 70 ways").isCloseTo(2.0 / 70, within(1e-12));
    assertThat(allFail.higher()).isTrue();
    assertThat(of(new double[] {FAILED, 1, 1}, new double[] {2, 3, 4}, Better.NEITHER).twoSided())
        .as("without a better direction it counts against any verdict")
        .isGreaterThan(.5);
  }

  @Test
  void ofEqualArmsFewAreShown() {
    Random random = new Random(4);
    int shown = 0;
    for (int i = 0; i < 2000; i++) {
      double[] one = random.doubles(5).map(v -> i(v, .6)).toArray();
      double[] other = random.doubles(8).map(v -> i(v, .6)).toArray();
      shown += of(one, other, Better.LOWER).twoSided() <= .05 ? 1 : 0;
    }
    assertThat(shown).as("of 2,000 at 5 %, and 3 deviations of luck").isLessThan(130);
  }

  /** A skewed value. */
  private static double i(double v, double share) {
    return Math.pow(v, share) + v;
  }

  private static UnpairedComparison of(double[] cell, double[] control, Better better) {
    return UnpairedComparison.ofCell(cell, control, better, Rounding.FLOAT64, LookCost.FREE);
  }
}
