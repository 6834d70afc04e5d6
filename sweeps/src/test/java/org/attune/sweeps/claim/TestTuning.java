package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;

/** Which setting of an arm is judged: two tuning seeds of three rates. */
class TestTuning {

  private static final List<Configuration> RATES = List.of(rate("0.1"), rate("0.2"), rate("0.3"));

  private static Configuration rate(String rate) {
    return new Configuration(Map.of("rate", rate, "width", "8"));
  }

  /** Two tuning values for each rate, NaN for one that failed; other seeds say the opposite. */
  private static Outcomes results(double... values) {
    return Outcomes.ended(
        3,
        (cell, seed, metric) -> {
          int setting = RATES.indexOf(cell);
          double value =
              Tuning.isTuning(seed) && metric.equals("loss")
                  ? values[2 * setting + seed - Tuning.FIRST_SEED]
                  : -9 * setting;
          return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
        });
  }

  private static Tuning tuning(boolean minimize) {
    return new Tuning(RATES, "loss", minimize, 2);
  }

  @Test
  void theBestMeanOfTheTuningSeedsIsChosenAndTheFirstOfEquals() {
    Outcomes results = results(3, 3, 1, 4, 5, 0);

    assertThat(tuning(true).chosen(results)).contains(RATES.get(1)); // 2.5 twice
    assertThat(tuning(false).chosen(results)).contains(RATES.get(0));
    assertThat(tuning(true).keys()).containsExactly("rate");
    assertThat(tuning(true).trials()).isEqualTo(6);
    assertThat(Tuning.isTuning(5_000)).isTrue();
    assertThat(Tuning.isTuning(4_999)).isFalse();
  }

  @Test
  void aSettingThatFailedIsWorseThanAnyNumberInBothDirections() {
    assertThat(tuning(true).chosen(results(9, 9, 1, Double.NaN, 8, 8))).contains(RATES.get(2));
    assertThat(tuning(false).chosen(results(-9, -9, 1, Double.NaN, -8, -8))).contains(RATES.get(2));
  }

  @Test
  void nothingIsChosenBeforeAllTuningSeedsHaveEnded() {
    Outcomes open =
        new Outcomes() {
          @Override
          public int ended(Configuration cell) {
            return 3;
          }

          @Override
          public boolean ended(Configuration cell, int replicate) {
            return !(cell.equals(RATES.get(2)) && replicate == Tuning.FIRST_SEED + 1);
          }

          @Override
          public OptionalDouble value(Configuration cell, int replicate, String metric) {
            return OptionalDouble.of(1);
          }
        };

    assertThat(tuning(true).chosen(open)).isEmpty();
    assertThat(tuning(true).lost(open)).isZero();
  }

  /** Rate 0.2 is better than the chosen one at the seed that both have. */
  @Test
  void failedSeedsAreLostWhereTheirSettingWinsAtTheOthers() {
    double nan = Double.NaN;

    assertThat(tuning(true).lost(results(3, 3, nan, 2, 4, 4))).isEqualTo(1);
    assertThat(tuning(true).lost(results(3, 3, nan, 3, 4, 4))).isZero();
    assertThat(tuning(true).lost(results(3, 3, nan, 3.5, 4, 4))).isZero();
    assertThat(tuning(false).lost(results(3, 3, nan, 3.5, 2, 2))).isEqualTo(1);
    assertThat(tuning(false).lost(results(3, 3, nan, 2, 2, 2))).isZero();
    assertThat(tuning(true).lost(results(3, 3, 3.1, 3.1, 4, 4))).isZero();
  }
}
