package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TestFalseDiscovery {

  /** Benjamini and Hochberg's own example (1995, section 3): four of fifteen stand. */
  @Test
  void fourOfTheirFifteenStand() {
    double[] adjusted =
        FalseDiscovery.adjust(
            .0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719,
            .6528, .7590, 1);

    assertThat(Arrays.stream(adjusted).filter(p -> p <= 0.05)).hasSize(4);
    assertThat(adjusted[0]).isCloseTo(0.0015, Offset.offset(1e-9));
    assertThat(FalseDiscovery.adjust(1, .02, .01)).containsExactly(1, .03, .03);
  }
}
