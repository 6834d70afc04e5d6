package org.attune.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** A table whose seeds are all known, by hand: a is far below b, and c is like a. */
class TestSeedRace {

  private static final double[] NOISE = {
    .01, -.01, .02, 0, -.02, .01, -.01, .02, -.02, 0, .01, -.01
  };
  private static final Map<String, Integer> LEVELS = Map.of("a", 1, "b", 3, "c", 1, "idle", 5);

  /** Seed by seed, c and a differ by noise in another order. */
  private static final Outcomes RESULTS =
      Outcomes.ended(
          12,
          (cell, seed, metric) -> {
            String name = cell.text("cell");
            if (Tuning.isTuning(seed)) {
              return OptionalDouble.of(name.equals("b") ? 0 : 1); // b is chosen
            }
            int at = name.equals("c") ? (seed + 1) % 12 : seed;
            double level = LEVELS.getOrDefault(name, 9);
            return OptionalDouble.of(level + NOISE[at] * (name.equals("b") ? -1 : 1));
          });

  private static final Measure TUNED =
      new Measure(
          "b",
          configuration("other b"),
          "loss",
          Better.LOWER,
          Optional.of(
              new Tuning(List.of(configuration("other b"), configuration("b")), "loss", true, 2)));

  private static Configuration configuration(String name) {
    return new Configuration(Map.of("cell", name));
  }

  private static Measure measure(String name) {
    return new Measure(name, configuration(name), "loss");
  }

  private static Claim below(String subject, Measure of) {
    return new Claim(
        subject + " is below " + of.label(),
        measure(subject),
        Relation.BELOW,
        new Reference.OfCell(of, 1),
        0,
        Outcome.VALUE,
        "",
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static SeedRace race(Claim... claims) {
    List<Configuration> cells =
        Stream.of("a", "b", "other b", "c", "idle").map(TestSeedRace::configuration).toList();
    return SeedRace.of(List.of(claims), cells, Looks.STANDARD, 5, RESULTS);
  }

  /** Three seeds of four cells: the setting of b that was not chosen counts nowhere. */
  @Test
  void aClearClaimEndsAtTheFirstLook() {
    SeedRace race = race(below("a", TUNED));

    assertThat(race.spent()).isEqualTo(4 * 3);
    assertThat(race.fixed()).isEqualTo(4 * 5);
    assertThat(race.decided()).containsExactly(ClaimVerdict.REPRODUCED);
    assertThat(race.plain()).containsExactly(ClaimVerdict.REPRODUCED);
    assertThat(race.probabilities()).hasSize(1);
    assertThat(race.probabilities().get(0)).isCloseTo(2.0 / 64, within(1e-12));
    assertThat(race.same()).isEqualTo(1);
    assertThat(race.plainDecidesAll()).isTrue();
  }

  /** Of two claims 2 * 4^-3 decides neither, so b has 5 seeds; the open claim takes all 12. */
  @Test
  void anOpenClaimTakesAllSeedsOfItsCells() {
    SeedRace race = race(below("a", TUNED), below("c", measure("a")));

    assertThat(race.spent()).isEqualTo(12 + 5 + 12 + 3);
    assertThat(race.decided()).containsExactly(ClaimVerdict.REPRODUCED, ClaimVerdict.INCONCLUSIVE);
    assertThat(race.plain()).containsExactly(ClaimVerdict.REPRODUCED, ClaimVerdict.INCONCLUSIVE);
    assertThat(race.same()).isEqualTo(2);
    assertThat(race.plainDecidesAll()).isFalse();
  }
}
