package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.claim.Relation.ABOVE;
import static org.attune.sweeps.claim.Relation.BELOW;
import static org.attune.sweeps.claim.Relation.NEAR;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Planted claims that say nothing are found, and claims that say something are not. */
class TestNullCheck {

  private static final Outcome.Solved SOLVED = new Outcome.Solved(0.9, true);

  @Test
  void underFourTimesTheControlPassesForTheControlItself() {
    assertThat(NullCheck.passesForTheControl(claim(BELOW, 4, 0, Outcome.VALUE))).isTrue();
    assertThat(NullCheck.passesForTheControl(claim(BELOW, 1, 0, Outcome.VALUE))).isFalse();
    assertThat(NullCheck.passesForTheControl(claim(ABOVE, 1, 0, SOLVED))).isFalse();
    assertThat(NullCheck.passesForTheControl(claim(ABOVE, 1, 0.3, Outcome.VALUE))).isFalse();
  }

  @Test
  void nearPassesOnlyWhereItsMarginIsNoSmallerThanTheEffect() {
    assertThat(NullCheck.passesForTheControl(claim(NEAR, 1, 0.2, Outcome.VALUE))).isFalse();
  }

  @Test
  void aClaimAboutANumberMustNotHoldForAnUntrainedNetwork() {
    SeedResults untrained = new SeedResults().cell("a", 0.99, 1.01, 1, 1.02, 0.98);
    Claim doesNotRead = SeedResults.claim("a", ABOVE, 0.1, 0, Outcome.VALUE);
    Claim reads = SeedResults.claim("a", BELOW, 0.1, 0, Outcome.VALUE);

    assertThat(NullCheck.isReproduced(doesNotRead, untrained, 5)).isTrue();
    assertThat(NullCheck.isReproduced(reads, untrained, 5)).isFalse();
  }

  @Test
  void theCellWithoutTheEffectTakesTheSubjectsPlace() {
    Claim claim = claim(BELOW, 1, 0.3, Outcome.VALUE);

    assertThat(NullCheck.ofTheNullCell(claim).orElseThrow())
        .isEqualTo(
            claim.about(
                SeedResults.measure("b"), claim.reference(), claim.effect(), claim.nullCell()));
    assertThat(
            NullCheck.ofTheNullCell(
                claim.about(claim.subject(), claim.reference(), claim.effect(), Optional.empty())))
        .isEmpty();
  }

  private static Claim claim(Relation relation, double times, double effect, Outcome outcome) {
    return new Claim(
        "",
        SeedResults.measure("a"),
        relation,
        new Reference.OfCell(SeedResults.measure("b"), times),
        0,
        outcome,
        "",
        "Table 1",
        Optional.of(ClaimSource.PAPER),
        effect > 0 ? Optional.of(StatedEffect.of(effect)) : Optional.empty(),
        Optional.of(SeedResults.measure("b")),
        Optional.empty());
  }
}
