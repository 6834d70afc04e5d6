package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.claim.SeedResults.configuration;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Finding.FoundEffect.Lost;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** Tuning seeds that fail, in claims about two equal arms: rate 2 has loss 1, rate 1 has 2. */
class TestLostTuning {

  private static final int TUNING = 3;

  private static Measure arm(String name) {
    List<Configuration> settings =
        List.of(configuration(name + " at 1"), configuration(name + " at 2"));
    return new Measure(
        name,
        settings.get(0),
        "loss",
        Better.LOWER,
        Optional.of(new Tuning(settings, "loss", true, TUNING)));
  }

  /** The finding on "gate is above plain" when a tuning seed of the gate fails at some rates. */
  private static Finding judge(String... failing) {
    Outcomes outcomes =
        Outcomes.ended(
            8,
            (cell, seed, metric) -> {
              String at = cell.text("cell");
              boolean fails = seed == Tuning.FIRST_SEED && List.of(failing).contains(at);
              return fails
                  ? OptionalDouble.empty()
                  : OptionalDouble.of((at.endsWith("1") ? 2 : 1) + .01 * (seed * 7 % 5));
            });
    Claim claim =
        SeedResults.claim(
            "gate is above plain",
            arm("gate"),
            Relation.ABOVE,
            new Reference.OfCell(arm("plain"), 1),
            0,
            Outcome.VALUE);
    return Judge.findings(List.of(claim), Judge.LEVEL, 0, Looks.once(8), outcomes).get(0);
  }

  @Test
  void aCrashAtTheBetterRateShowsNothing() {
    Finding finding = judge("gate at 2");

    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    assertThat(finding.probability()).isEqualTo(1);
    assertThat(finding.effect())
        .isEqualTo(new Lost("gate", new TreeSet<>(Set.of("cell")), 1, TUNING));
  }

  /** Rate 1 loses with this seed too. */
  @Test
  void aCrashAtTheWorseRateLeavesTheTest() {
    assertThat(judge("gate at 1").effect()).isInstanceOf(Finding.FoundEffect.Difference.class);
  }

  /** No rate is better then, and the first would be judged. */
  @Test
  void crashesAtBothRatesShowNothing() {
    assertThat(judge("gate at 1", "gate at 2").seeds()).isZero();
  }
}
