package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestModes {

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 8, 9, 12, 20, 40})
  void atMostFiveOfAHundredNormalSamplesLookLikeTwoModes(int n) {
    Random random = new Random(n);
    int samples = 20_000;
    int flagged = 0;
    for (int i = 0; i < samples; i++) {
      flagged +=
          Modes.areTwo(DoubleStream.generate(random::nextGaussian).limit(n).toArray()) ? 1 : 0;
    }

    // Three standard errors of 20,000 samples.
    assertThat((double) flagged / samples).isLessThan(0.05 + 0.005);
  }

  /** Differences from 1 to 2 lie as far from 0 as they reach. */
  @Test
  void modesMatterUnlessAllDifferencesLieFartherFromZeroThanTheirRange() {
    assertThat(Modes.matter(1, 2, 1.9)).isTrue();
    assertThat(Modes.matter(1.1, 2, 1.9)).isFalse();
    assertThat(Modes.matter(-2, -1.1)).isFalse();
    assertThat(Modes.matter(-2, -0.9)).isTrue();
    assertThat(Modes.matter(-2, 2)).isTrue();
  }

  @Test
  void solvedOrNotHasTwoModes() {
    assertThat(Modes.areTwo(0.01, 0.99, 0.02, 0.98, 1)).isTrue();
    assertThat(Modes.areTwo(0.01, 0.99, 0.02, 0.98)).isFalse();
    assertThat(Modes.areTwo(0.01, 0.02, 0.03, 0.02, 1)).as("one outlier").isFalse();
    assertThat(Modes.areTwo(0.01, 0.02, 0.03, 0.98, 1)).as("two of five").isTrue();
  }
}
