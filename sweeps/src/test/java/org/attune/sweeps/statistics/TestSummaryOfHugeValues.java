package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TestSummaryOfHugeValues {

  @Test
  void oppositeHugeValuesHaveAMeanAndASpread() {
    Summary of = Summary.of(1e308, -1e308);

    assertThat(of.mean()).isZero();
    assertThat(of.std()).isCloseTo(Math.sqrt(2) * 1e308, within(1e293));
  }

  @Test
  void theMeanOfHugeValuesIsFinite() {
    Summary of = Summary.of(1.5e308, 1.6e308, 1.7e308);

    assertThat(of.mean()).isCloseTo(1.6e308, within(1e293));
    assertThat(of.std()).isCloseTo(1e307, within(1e293));
  }

  @Test
  void squaresOfHugeValuesDoNotOverflow() {
    assertThat(Summary.of(1e200, 3e200).std()).isCloseTo(Math.sqrt(2) * 1e200, within(1e185));
  }
}
