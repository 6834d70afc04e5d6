package org.attune.sweeps.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect.Difference;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.statistics.Arm;
import org.junit.jupiter.api.Test;

class TestOpenings {

  /** Else every table that an earlier version judged would count one opening more. */
  @Test
  void whichArmsHaveTwoModesIsNoResultOfItsOwn() {
    Optional<String> none = Openings.of(List.of(found(.2, Set.of())));

    assertThat(none).isPresent();
    assertThat(Openings.of(List.of(found(.2, Set.of(Arm.CELL, Arm.CONTROL))))).isEqualTo(none);
    assertThat(Openings.of(List.of(found(.3, Set.of())))).isNotEqualTo(none);
  }

  private static Finding found(double mean, Set<Arm> modes) {
    Claim claim =
        new Claim(
            "it helps",
            measure("gate"),
            Relation.BELOW,
            new Reference.OfCell(measure("none"), 1),
            0,
            Outcome.VALUE,
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Difference effect =
        new Difference(8, 0, mean, .1, .4, Finding.Test.RANKS, Optional.empty(), modes);
    return new Finding(
        claim, ClaimVerdict.REPRODUCED, 8, .01, .01, false, effect, OptionalInt.empty(), false);
  }

  private static Measure measure(String cell) {
    return new Measure(cell, new Configuration(Map.of("cell", cell)), "sealed_loss");
  }
}
