package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.sweeps.lab.Wealth;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedDifferences;
import org.junit.jupiter.api.Test;

/** {@code best --confirm} plans seeds for the stricter of the two tests that may judge. */
class TestConfirmingSeeds {

  @Test
  void soManySeedsDecideTheFirstComparisonByRanksAndOneFewerDoesNot() {
    for (int compared = 1; compared <= 24; compared++) {
      int seeds = ConfirmingSeeds.of(compared).number();
      double level = SeedComparison.LEVEL / compared;

      assertThat(2 * SeedDifferences.leastByRanks(seeds, LookCost.FREE)).isLessThanOrEqualTo(level);
      assertThat(2 * SeedDifferences.leastByRanks(seeds - 1, LookCost.FREE)).isGreaterThan(level);
    }
  }

  @Test
  void itSaysWhySoMany() {
    assertThat(ConfirmingSeeds.of(3).why())
        .contains(
            "replicates: 7, since a verdict needs p .0167 or less (.05, shared by 3 comparisons):"
                + " Student's t can give that from 4 seeds on, and ranks, which judge if a seed fails"
                + " or values have two modes, from 7 on");
    assertThat(ConfirmingSeeds.of(0).why()).isEmpty();
    assertThat(ConfirmingSeeds.of(0).number()).isEqualTo(5);
  }

  /** Its level falls with each claim that is not shown, so a verdict needs more seeds. */
  @Test
  void aLabsLevelNeedsMoreSeeds() {
    double level = new Wealth(.05, 12, 0).level(1);
    ConfirmingSeeds seeds = new ConfirmingSeeds(1, level, true);

    assertThat(2 * SeedDifferences.leastByRanks(seeds.number(), LookCost.FREE))
        .isLessThanOrEqualTo(level);
    assertThat(seeds.number()).isGreaterThan(ConfirmingSeeds.of(1).number() + 3);
    assertThat(seeds.why().orElseThrow()).contains("(the lab's next level, .000");
  }
}
