package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class TestMeanTest {

  /** Student's own example: hours of sleep gained, ten patients, laevo- over dextrohyoscyamine. */
  private static final double[] SLEEP = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

  @Test
  void agreesWithStudentOfNineteenHundredAndEight() {
    MeanTest test = MeanTest.of(SLEEP);

    // Student, Biometrika 6 (1908), section IX: mean 1.58, odds 666 to 1; by today's tables
    // t = 4.0621 with 9 degrees, two-sided p = .002833, 95 % interval .7001 to 2.4599.
    assertThat(test.summary().mean()).isCloseTo(1.58, within(1e-12));
    assertThat(test.above(0)).isCloseTo(0.002833 / 2, within(1e-6));
    assertThat(test.below(0)).isCloseTo(1 - 0.002833 / 2, within(1e-6));
    assertThat(test.interval(0.95).low()).isCloseTo(0.7001142, within(1e-6));
    assertThat(test.interval(0.95).high()).isCloseTo(2.4598858, within(1e-6));
  }

  @Test
  void aTestAgainstTheIntervalsEndHasItsLevel() {
    MeanTest test = MeanTest.of(SLEEP);

    assertThat(test.above(test.interval(0.9).low())).isCloseTo(0.05, within(1e-9));
    assertThat(test.below(test.interval(0.9).high())).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void bothSidesOfAMarginAreTestedAlike() {
    MeanTest test = MeanTest.of(-0.1, 0.1, 0, 0.05, -0.05);

    // mean 0, std .0790569, standard error .0353553: t = .2 / .0353553 = 5.6569, 4 degrees.
    assertThat(test.above(-0.2)).isCloseTo(test.below(0.2), within(1e-12));
    assertThat(test.below(0.2)).isCloseTo(0.002406, within(2e-6));
    assertThat(MeanTest.of(0.9, 1, 1.1).below(0.5)).isGreaterThan(0.9);
  }

  @Test
  void nothingIsShownByOneSeed() {
    assertThat(MeanTest.of(5).above(0)).isEqualTo(1);
    assertThat(MeanTest.of().below(0)).isEqualTo(1);
    assertThat(MeanTest.of(5).interval(0.95).low()).isNaN();
  }

  @Test
  void valuesWithoutSpreadCountAsSignsOnly() {
    assertThat(MeanTest.of(1, 1, 1).above(0)).isEqualTo(1.0 / 8);
    assertThat(MeanTest.of(1, 1, 1).above(1)).isEqualTo(1);
    assertThat(MeanTest.of(1, 1, 1).below(0)).isEqualTo(1);
  }

  @Test
  void isWrongAsOftenAsItSays() {
    Random random = new Random(7);
    int wrong = 0;
    int series = 20_000;
    for (int i = 0; i < series; i++) {
      double[] values = DoubleStream.generate(random::nextGaussian).limit(5).toArray();
      wrong += MeanTest.of(values).above(0) <= 0.05 ? 1 : 0;
    }

    assertThat((double) wrong / series).isCloseTo(0.05, within(0.005));
  }

  /** Six equal values show p 1/32, five 1/16: too much for an interval of 95 %. */
  @Test
  void equalValuesHaveAnIntervalWhereTheirSignsSuffice() {
    assertThat(MeanTest.of(2, 2, 2, 2, 2, 2).interval(0.95)).isEqualTo(new MeanTest.Interval(2, 2));
    assertThat(MeanTest.of(2, 2, 2, 2, 2).interval(0.95).low()).isNaN();
    assertThat(MeanTest.of(2, 2).bySigns()).isTrue();
    assertThat(MeanTest.of(0, 0).bySigns()).isFalse();
    assertThat(MeanTest.of(1, 2).bySigns()).isFalse();
  }

  /** No n pairs show less than 4^-n on a side, and so few reach to 0. */
  @Test
  void fewPairsShowNoMoreThanTheyCan() {
    MeanTest three = MeanTest.of(5, 5.001, 4.999);
    MeanTest two = MeanTest.of(-5, -5.001);

    assertThat(three.twoSided()).isLessThan(1e-6);
    assertThat(three.intervalOfPairs(0.95)).isEqualTo(three.interval(0.95));
    assertThat(two.intervalOfPairs(0.95).low()).isEqualTo(two.interval(0.95).low());
    assertThat(two.intervalOfPairs(0.95).high()).isZero();
    assertThat(MeanTest.isLeast(1.0 / 64 + 1e-12, MeanTest.leastOfPairs(3))).isTrue();
    assertThat(MeanTest.isLeast(1.0 / 63, MeanTest.leastOfPairs(3))).isFalse();
    assertThat(MeanTest.isLeast(1, 1)).isFalse();
  }

  /** 1e-13 is rounding beside values of 1, and a difference beside values of 0.001. */
  @Test
  void differencesAreMeasuredByTheValuesThatWereSubtracted() {
    double[] tiny = {1e-13, 1.1e-13, 1.2e-13};

    assertThat(MeanTest.ofDifferences(tiny, 1).summary()).isEqualTo(new Summary(3, 0, 0));
    assertThat(MeanTest.ofDifferences(tiny, 1).above(0)).isEqualTo(1);
    assertThat(MeanTest.ofDifferences(tiny, 1e-3).summary()).isEqualTo(Summary.of(tiny));
  }

  @Test
  void valuesThatDifferByRoundingAreIdentical() {
    MeanTest rounded = MeanTest.of(0.05, Math.nextUp(0.05), Math.nextDown(0.05));

    assertThat(rounded.summary().std()).isPositive();
    assertThat(rounded.twoSided()).isEqualTo(MeanTest.of(0.05, 0.05, 0.05).twoSided());
    assertThat(rounded.interval(0.95).low()).isNaN();
  }
}
