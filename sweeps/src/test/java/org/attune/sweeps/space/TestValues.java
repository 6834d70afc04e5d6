package org.attune.sweeps.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TestValues {

  @Test
  void drawnNumbersHaveSixDigitsAtMostAndStayInside() {
    SplittableRandom random = new SplittableRandom(7);
    for (Values.Interval interval :
        new Values.Interval[] {
          new Values.Interval(1e-8, 100, true),
          new Values.Interval(-5, 10, false),
          new Values.Interval(0.1234567891, 0.1234567899, false)
        }) {
      for (int i = 0; i < 1_000; i++) {
        double drawn = interval.at(random.nextDouble());
        assertThat(drawn).isBetween(interval.low(), interval.high());
        if (interval.high() - interval.low() > 1) {
          assertThat(BigDecimal.valueOf(drawn).stripTrailingZeros().precision())
              .isLessThanOrEqualTo(6);
        }
      }
    }
  }

  @Test
  void aNarrowIntervalIsNotRoundedToOneNumber() {
    Values.Interval narrow = new Values.Interval(1_000, 1_000.001, false);

    assertThat(narrow.at(0.25)).isNotEqualTo(narrow.at(0.75)).isBetween(1_000.0002, 1_000.0003);
  }
}
