package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.attune.api.Metric.Better;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestModes {

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 8, 9, 12, 20, 40})
  void atMostOneOfAHundredNormalSamplesLooksLikeTwoModes(int n) {
    Random random = new Random(n);
    int samples = 20_000;
    int flagged = 0;
    for (int i = 0; i < samples; i++) {
      flagged +=
          Modes.areTwo(DoubleStream.generate(random::nextGaussian).limit(n).toArray()) ? 1 : 0;
    }

    // Three standard errors of 20,000 samples.
    assertThat((double) flagged / samples).isLessThan(0.01 + 0.0021);
  }

  /**
   * Modes that lie 20 standard deviations apart, with two values or more in each. Of 50,000 such
   * samples, 95.1 % were found among five values, and all but some among six or more.
   */
  @ParameterizedTest
  @CsvSource({"5, .93", "6, .98", "8, .99", "12, .99"})
  void modesThatLieFarApartAreFound(int n, double atLeast) {
    Random random = new Random(n);
    int mixtures = 0;
    int found = 0;
    while (mixtures < 2_000) {
      int high = 0;
      double[] values = new double[n];
      for (int i = 0; i < n; i++) {
        boolean isHigh = random.nextBoolean();
        high += isHigh ? 1 : 0;
        values[i] = random.nextGaussian() + (isHigh ? 20 : 0);
      }
      if (high >= 2 && high <= n - 2) {
        mixtures++;
        found += Modes.areTwo(values) ? 1 : 0;
      }
    }

    assertThat((double) found / mixtures).isGreaterThan(atLeast);
  }

  /** Where modes are found ranks judge, else t: a choice that no error may come of. */
  @ParameterizedTest
  @CsvSource({"5, normal", "8, normal", "7, exponential", "7, mixed", "8, far"})
  void equalCellsDifferInAtMostOneOfTwentyComparisons(int n, String kind) {
    Random random = new Random(n);
    int comparisons = 4_000;
    int shown = 0;
    for (int i = 0; i < comparisons; i++) {
      List<SeedPair> pairs =
          Stream.generate(() -> SeedPair.of(value(kind, random), value(kind, random)))
              .limit(n)
              .toList();
      SeedComparison comparison = SeedComparison.of(pairs, Better.LOWER, List.of(n), LookCost.FREE);
      shown += comparison.twoSided() <= SeedComparison.LEVEL ? 1 : 0;
    }

    // Three standard errors of 4,000 comparisons.
    assertThat((double) shown / comparisons).isLessThan(0.05 + 0.0104);
  }

  private static double value(String kind, Random random) {
    double apart =
        switch (kind) {
          case "mixed" -> 5;
          case "far" -> 20;
          default -> 0;
        };
    double normal = random.nextGaussian();
    return kind.equals("exponential")
        ? -Math.log(1 - random.nextDouble())
        : random.nextBoolean() ? normal + apart : normal;
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
