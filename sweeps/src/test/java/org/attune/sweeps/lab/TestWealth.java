package org.attune.sweeps.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestWealth {

  @Test
  void theFirstClaimGetsNearlyAFifthOfTheRate() {
    assertThat(new Wealth(.05, 0, 0).level(1)).isCloseTo(.00894, within(1e-5));
  }

  @Test
  void allSharesTogetherAreAtMostTheWhole() {
    double spent =
        IntStream.range(0, 100_000).mapToDouble(n -> new Wealth(.05, n, 0).share(1)).sum();
    double rest = Math.pow(100_000, -.2) / .2 / 5.591582441177751; // the integral of what follows

    assertThat(spent).isLessThan(1);
    assertThat(spent + rest).isCloseTo(1, within(1e-6));
    assertThat(new Wealth(.05, 100, 3).left()).isCloseTo(.356, within(1e-3)).isPositive();
  }

  @Test
  void aDiscoveryRaisesEveryLaterLevel() {
    assertThat(new Wealth(.05, 20, 3).level(1))
        .isCloseTo(4 * new Wealth(.05, 20, 0).level(1), within(1e-15));
  }

  @Test
  void aTableCannotGainOnItsClaims() {
    Wealth wealth = new Wealth(.05, 7, 4);
    double bound = wealth.level(3) * 3 / (4 + 3); // of the expectation of wrong among discoveries

    assertThat(bound).isCloseTo(.05 * wealth.share(3), within(1e-15));
    assertThat(wealth.share(3))
        .isCloseTo(
            IntStream.range(7, 10).mapToDouble(n -> new Wealth(.05, n, 0).share(1)).sum(),
            within(1e-15));
  }

  @Test
  void noLevelIsAboveTheRate() {
    assertThat(new Wealth(.05, 0, 1_000_000).level(1)).isEqualTo(.05);
  }

  @Test
  void smallEffectsAndLowLevelsNeedMoreSeeds() {
    assertThat(new Wealth(.05, 0, 0).seeds(2)).hasValue(7);
    assertThat(new Wealth(.05, 0, 0).seeds(.5)).hasValue(52);
    assertThat(new Wealth(.05, 1_000, 0).seeds(.5)).hasValue(136);
    assertThat(new Wealth(.05, 0, 0).seeds(.1)).isEmpty();
  }

  @Test
  void aRateIsAShare() {
    assertThatThrownBy(() -> new Wealth(5, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid rate 5.0: it is between 0 and 1");
  }
}
