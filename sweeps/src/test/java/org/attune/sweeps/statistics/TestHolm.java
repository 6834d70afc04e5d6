package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TestHolm {

  @Test
  void multipliesTheSmallestByAllAndNeverFalls() {
    double[] adjusted = Holm.adjust(0.01, 0.04, 0.03, 0.005);

    // 4 x .005, 3 x .01, 2 x .03, 1 x .04 raised to the one before.
    assertThat(adjusted).containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-15));
  }

  @Test
  void isAtMostOne() {
    assertThat(Holm.adjust(0.9, 0.8)).containsExactly(1, 1);
    assertThat(Holm.adjust()).isEmpty();
  }
}
