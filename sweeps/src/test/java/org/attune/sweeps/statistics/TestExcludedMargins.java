package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TestExcludedMargins {

  @Test
  void anIntervalThatIsOpenIsInfiniteInItsOwnDirection() {
    assertThat(ExcludedMargins.end(0, -1, margin -> false)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(ExcludedMargins.end(0, 1, margin -> false)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(ExcludedMargins.end(0, -1, margin -> true))
        .as("all excluded")
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(ExcludedMargins.end(0, 1, margin -> true)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(ExcludedMargins.end(0, -1, margin -> margin <= 2)).isCloseTo(2, within(1e-9));
    assertThat(ExcludedMargins.end(0, 1, margin -> margin >= -2)).isCloseTo(-2, within(1e-9));
  }
}
