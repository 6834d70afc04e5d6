package org.attune.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestMetric {

  private static final Metric BY_HEAD =
      Metric.of("ipmr_l<layer>_h<head>", "for tests", "share", Metric.Better.HIGHER)
          .with(Map.of("layer", 2, "head", 12));

  @ParameterizedTest
  @CsvSource({
    "ipmr_l0_h0, true",
    "ipmr_l1_h11, true",
    "ipmr_l2_h0, false",
    "ipmr_l0_h12, false",
    "ipmr_l_h0, false",
    "ipmr_l0_h0_top, false",
    "ipmr_l0, false",
    "ipmr_l0_h99999999999, false"
  })
  void coversTheNamesWithinItsCounts(String name, boolean covered) {
    assertThat(BY_HEAD.covers(name)).isEqualTo(covered);
  }

  @Test
  void anIndexWithoutACountGoesAsFarAsAsked() {
    Metric open = Metric.of("loss_at<position>", "for tests", "", Metric.Better.LOWER);

    assertThat(open.covers("loss_at4095")).isTrue();
    assertThat(open.spelled()).isEqualTo("loss_at<position>");
  }

  @Test
  void itsIndicesAreTheSameInALanguageWithDigitsOfItsOwn() {
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      saysHowFarItsIndicesGo();
    } finally {
      Locale.setDefault(usual);
    }
  }

  @Test
  void saysHowFarItsIndicesGo() {
    assertThat(BY_HEAD.spelled()).isEqualTo("ipmr_l<0-1>_h<0-11>");
    assertThat(BY_HEAD.example()).isEqualTo("ipmr_l1_h11");
    assertThat(BY_HEAD.covers(BY_HEAD.example())).isTrue();
  }

  @Test
  void aPlainNameIsItself() {
    Metric loss = Metric.of("validation_loss", "for tests", "", Metric.Better.LOWER);

    assertThat(loss.covers("validation_loss")).isTrue();
    assertThat(loss.covers("validation_los")).isFalse();
    assertThat(loss.spelled()).isEqualTo("validation_loss");
  }
}
