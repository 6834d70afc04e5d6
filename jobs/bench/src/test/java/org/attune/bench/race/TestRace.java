package org.attune.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestRace {

  @Test
  void spendsFewerSeedsWhereTenDecideAndIsSeldomWrong() {
    Race.Result result = Race.run(500, 1);

    assertThat(result.decided()).isLessThan(1);
    // Claims that nothing decides take twelve seeds where ten are fixed.
    assertThat(result.trials()).isLessThan(1.2);
    // 5 % and two standard errors of 500 tables.
    assertThat(result.falseTables()).isLessThan(0.05 + 0.02);
    assertThat(result.falseVerdicts()).isLessThan(0.05);
    assertThat(result.falseByKind())
        .containsOnlyKeys("normal", "solved", "bimodal", "diverging", "tuned")
        .allSatisfy((kind, share) -> assertThat(share).isLessThan(0.05 + 0.04));
    assertThat(result.same()).isGreaterThan(0.8);
    assertThat(Race.run(500, 1)).isEqualTo(result);
  }

  /** Arms that differ on one test set alone: see {@link FiniteTestSet}. */
  @Test
  void examplesOfEachSeedKeepTheErrorThatOneTestSetForgets() {
    assertThat(new FiniteTestSet(256, false).wrong(300, 1)).isLessThan(0.05 + 0.025);
    assertThat(new FiniteTestSet(256, true).wrong(100, 1)).isGreaterThan(0.15);
  }
}
