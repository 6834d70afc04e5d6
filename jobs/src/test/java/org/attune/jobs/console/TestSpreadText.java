package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.sweeps.statistics.Summary;
import org.junit.jupiter.api.Test;

class TestSpreadText {

  @Test
  void countsHaveNoDecimalsAndSmallNumbersKeepTheirDigits() {
    assertThat(SpreadText.of(Summary.of(5977190400.0, 5977190400.0))).isEqualTo("5977190400 ± 0");
    assertThat(SpreadText.of(Summary.of(7488.0))).isEqualTo("7488");
    assertThat(SpreadText.of(Summary.of(16384.0))).isEqualTo("16384");
    assertThat(SpreadText.of(Summary.of(1.25e-5))).isEqualTo("1.250e-5");
    assertThat(SpreadText.of(Summary.of(0.5, 0.7))).isEqualTo("0.60 ± 0.14");
    assertThat(SpreadText.of(Summary.of(0.5, 0.50002))).isEqualTo("0.500010 ± 1.4e-5");
    assertThat(SpreadText.of(Summary.of(0.9, Math.nextUp(0.9)))).isEqualTo("0.9000 ± 0");
    assertThat(SpreadText.of(Summary.of(-1e-7, 1e-7))).isEqualTo("0.00000000 ± 1.4e-7");
    assertThat(SpreadText.of(Summary.of(0.0))).isEqualTo("0");
  }
}
