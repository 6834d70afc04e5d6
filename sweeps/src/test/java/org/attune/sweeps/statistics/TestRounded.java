package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestRounded {

  @ParameterizedTest
  @CsvSource({
    "0.67553, 0.0128, 0.676",
    "0.67553, 0.0996, 0.68",
    "1234.5, 88, 1235",
    "1235.5, 880, 1240",
    "-3.14159, 0.5, -3.14",
    "3.14159, NaN, 3.142",
    "0.00001234, NaN, 1.234e-5",
    "0.00001234, 0.0000021, 1.23e-5",
    "123456789, NaN, 123456789",
    "16384, NaN, 16384",
    "16384, 0, 16384",
    "16384.5, NaN, 16380",
    "123456789.5, NaN, 1.235e8",
    "0, 0, 0",
    "NaN, 1, NaN"
  })
  void endsWhereItsSpreadDoes(double value, double spread, String text) {
    assertThat(Rounded.number(value, spread)).isEqualTo(text);
  }

  /** An end that rounds to 0 would leave open on which side of 0 the interval ends. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.01, 0",
    "-0.0, 0.01, 0",
    "-0.0002, 0.01, -0.00020",
    "0.00004, 0.01, 4.0e-5",
    "-0.0496, 0.01, -0.050",
    "-0.4, 210, -0.40",
    "-Infinity, 0.01, -∞"
  })
  void anEndShowsOnWhichSideOfZeroItLies(double value, double spread, String text) {
    assertThat(Rounded.end(value, spread)).isEqualTo(text);
  }

  @Test
  void aMeanAndItsDeviationEndAtTheSamePlace() {
    assertThat(Rounded.meanAndDeviation(new Summary(3, 0.675531, 0.012811)))
        .isEqualTo("0.676 ± 0.013");
    assertThat(Rounded.meanAndDeviation(new Summary(1, 0.675531, Double.NaN))).isEqualTo("0.6755");
    assertThat(Rounded.meanAndDeviation(new Summary(2, 0.5, 0))).isEqualTo("0.5000 ± 0");
    assertThat(Rounded.meanAndDeviation(Summary.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0.00001, <.0001", "0.0312, .0312", "0.5, .50", "1, 1.00"})
  void probabilitiesHaveNoZeroBeforeThePoint(double p, String text) {
    assertThat(Rounded.probability(p)).isEqualTo(text);
  }
}
