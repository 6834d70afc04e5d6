package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TestSummary {

  @Test
  void dividesByOneLessThanTheCount() {
    Summary summary = Summary.of(2, 4, 4, 4, 5, 5, 7, 9);

    assertThat(summary.n()).isEqualTo(8);
    assertThat(summary.mean()).isEqualTo(5);
    assertThat(summary.std()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
  }

  @Test
  void doesNotKnowTheSpreadOfOne() {
    assertThat(Summary.of(3)).isEqualTo(new Summary(1, 3, Double.NaN));
  }

  @Test
  void knowsNothingOfNone() {
    assertThat(Summary.of()).isEqualTo(new Summary(0, Double.NaN, Double.NaN));
  }
}
