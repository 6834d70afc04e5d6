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
  void itsLevelsAreThoseAtWhichItTests() {
    // .01 at .05/3, .02 at .05/2, .2 at .05
    assertThat(Holm.levels(0.05, .2, .01, .02)).containsExactly(0.05, 0.05 / 3, 0.025);
    // A test that is not made uses up no level, and has the table's
    assertThat(Holm.levels(0.05, .2, Double.NaN, .01)).containsExactly(0.05, 0.05, 0.025);
    assertThat(Holm.adjust(.2, Double.NaN, .01)).containsExactly(.2, Double.NaN, .02);
    // Nothing is shown: all are tested at .05/2
    assertThat(Holm.levels(0.05, .2, .1)).containsExactly(0.025, 0.025);
  }

  @Test
  void isAtMostOne() {
    assertThat(Holm.adjust(0.9, 0.8)).containsExactly(1, 1);
    assertThat(Holm.adjust()).isEmpty();
  }
}
