package org.attune.api.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A label's numbers as people write them; all else of it stays. */
class TestNumbers {

  @ParameterizedTest
  @CsvSource({
    "NP-Former / layers=4 / learning-rate=5.0E-4, NP-Former / layers=4 / learning-rate=5e-4",
    "learning-rate=1.5E-5 lambda=1.0E7, learning-rate=1.5e-5 lambda=1e7",
    "decay=-2.5E-4, decay=-2.5e-4",
    "width=128 / dropout=0.1, width=128 / dropout=0.1",
    "E-3 / A=5.0E-4x, E-3 / A=5.0E-4x",
    "5.0E-4, 5.0E-4"
  })
  void readsAsPeopleWriteIt(String label, String readable) {
    assertThat(Numbers.readableLabel(label)).isEqualTo(readable);
  }
}
