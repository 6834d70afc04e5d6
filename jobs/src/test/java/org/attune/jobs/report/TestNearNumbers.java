package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestNearNumbers {

  private static final NearNumbers RATES = new NearNumbers(Map.of("rate", .1, "scale", .1));

  @Test
  void theBetterOfNearNumbersStays() {
    assertThat(RATES.apart("rate", List.of("0.01201", "0.03", "0.01199", "0.0125", "0.0285")))
        .containsExactly("0.01201", "0.03");
  }

  /** From 1 to 1.1 all lie within a tenth of each other. */
  @Test
  void inANarrowRangeOnlyItsOwnFewPerCentAreNear() {
    assertThat(RATES.apart("scale", List.of("1.05", "1.04", "1.051", "1.1")))
        .containsExactly("1.05", "1.04", "1.1");
  }

  @Test
  void listedAndWholeNumbersAndWordsAreNeverNear() {
    assertThat(RATES.apart("listed", List.of("0.01201", "0.01199"))).hasSize(2);
    assertThat(RATES.apart("rate", List.of("100", "101", "none"))).hasSize(3);
  }
}
