package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestLooks {

  @Test
  void keepsFivePerCentWhenEachLookAsksForThePocockLevel() {
    assertThat(Looks.overall(0.0168)).isCloseTo(0.05, within(0.0005)).isLessThan(0.05);
    assertThat(Looks.overall(0.02)).isGreaterThan(0.05);
  }

  @Test
  void oneLookCostsNothing() {
    assertThat(Looks.once(7).paid(7, 0.03)).isEqualTo(0.03);
  }

  @Test
  void otherLooksCostTheirNumber() {
    Looks looks = Looks.between(4, 20);

    assertThat(looks.seeds()).containsExactly(4, 5, 8, 12, 18, 20);
    assertThat(looks.paid(looks.last(), 0.005)).isCloseTo(0.03, within(1e-12));
    assertThat(Looks.STANDARD.paidOfAny(5, 0.005)).isCloseTo(0.025, within(1e-12));
  }

  /** By hand, from the table of the simulation: its rows, a point between two, and below all. */
  @Test
  void openLooksPayTheTableOverFourFifths() {
    assertThat(Looks.STANDARD.paid(5, 0.0042)).isCloseTo(0.01404 / 0.8, within(1e-12));
    assertThat(Looks.STANDARD.paid(12, 0.16)).isCloseTo(0.3258 / 0.8, within(1e-12));
    assertThat(Looks.STANDARD.paid(12, 0.5)).isLessThanOrEqualTo(1);
    assertThat(Looks.overall(Math.sqrt(0.0042 * 0.0056)))
        .isCloseTo(Math.sqrt(0.01404 * 0.01835), within(1e-12));
    assertThat(Looks.overall(5e-5)).isCloseTo(2e-4, within(1e-12));
    assertThat(Looks.overall(1)).isEqualTo(1);
  }

  @Test
  void fewerOfTheStandardLooksCostNoMoreThanAll() {
    assertThat(Looks.between(3, 12)).isEqualTo(Looks.STANDARD);
    assertThat(Looks.between(5, 12).seeds()).containsExactly(5, 8, 12);
    assertThat(Looks.between(5, 5)).isEqualTo(Looks.once(5));
    assertThat(Looks.between(20, 45).seeds()).containsExactly(20, 27, 41, 45);
  }

  @Test
  void openLooksLeaveAFifthForSeedsThatAreAddedLater() {
    Looks more = Looks.between(3, 27);

    assertThat(Looks.STANDARD.open()).isTrue();
    assertThat(more.open()).isTrue();
    assertThat(more.paid(5, 0.01)).isEqualTo(Looks.STANDARD.paid(5, 0.01));
    assertThat(Looks.STANDARD.paid(5, 0.0129)).isLessThan(0.05);
    // Exact tests: a fifth for each of the four, then a tenth, a twentieth, ...
    assertThat(more.paidOfAny(12, 0.01)).isCloseTo(0.05, within(1e-12));
    assertThat(more.paidOfAny(18, 0.005)).isCloseTo(0.05, within(1e-12));
    assertThat(more.paid(27, 0.0025)).isCloseTo(0.05, within(1e-12));
    assertThat(Looks.between(4, 20).open()).isFalse();
    assertThat(Looks.next(12)).isEqualTo(18);
    assertThat(Looks.next(18)).isEqualTo(27);
    assertThat(Looks.next(5)).isEqualTo(8);
  }

  @Test
  void risesWithTheProbability() {
    double before = 0;
    for (double p = 1e-7; p <= 1; p *= 1.01) {
      double overall = Looks.overall(p);
      assertThat(overall).isGreaterThan(before).isBetween(p, Math.min(1, 4 * p) + 1e-12);
      before = overall;
    }
  }

  @Test
  void itsTableAgreesWithSimulatedSeries() {
    Random random = new Random(11);
    int series = 100_000;
    double[] least = new double[series];
    for (int i = 0; i < series; i++) {
      double[] values = random.doubles(12).map(u -> random.nextGaussian()).toArray();
      least[i] = 1;
      for (int n : Looks.STANDARD.seeds()) {
        least[i] = Math.min(least[i], MeanTest.of(Arrays.copyOf(values, n)).above(0));
      }
    }
    for (double p : new double[] {0.001, 0.0042, 0.0168, 0.05, 0.1}) {
      double share = Arrays.stream(least).filter(x -> x <= p).count() / (double) series;
      double spread = Math.sqrt(share * (1 - share) / series);
      assertThat(Looks.overall(p)).isCloseTo(share, within(4 * spread));
    }
  }

  @Test
  void whatWasReachedIsAllUpToTheSeeds() {
    assertThat(Looks.STANDARD.reached(7)).containsExactly(3, 5);
    assertThat(Looks.STANDARD.reached(8)).containsExactly(3, 5, 8);
    assertThat(Looks.STANDARD.reached(2)).isEmpty();
    assertThat(Looks.STANDARD.last()).isEqualTo(12);
  }

  @Test
  void refusesLooksThatDoNotRise() {
    assertThatThrownBy(() -> new Looks(List.of(3, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid looks: [3, 3] must rise from 1 or more");
  }
}
